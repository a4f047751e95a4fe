"""Makes the texts that the model is asked about: recorded steps and points of whole sessions, as each tool shows them."""
import glob, json, lzma, os, random, shlex, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

from conversation import Session

# A step counts if its output has at least this many bytes and its next step this many characters.
LEAST_OUTPUT, MOST_OUTPUT, LEAST_NEXT = 1_500, 60_000, 40
# A point of a session counts if what is sent there has between these bytes.
LEAST_SENT, MOST_SENT = 30_000, 98_000
POINTS_PER_SESSION = 4
WINDOWS = (20, 10, 5)


def steps(source, tools, limit, peers=None, jobs=2):
    """One row a recorded step: the raw output, none at all, what each tool shows, and head and tail of the same size.
    Peers are shown without their ends; a step that a peer cannot be judged by has no text of it."""
    rows = recorded(source, limit)
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(jobs) as pool:
        made = list(pool.map(lambda row: step(row, tools, home), rows))
        for peer in installed(peers, home) if peers else []:
            print(f"{peer.name} …", flush=True)
            for row, texts in zip(rows, made):
                if (shown := shown_by_peer(peer, row)) is not None:
                    texts["texts"][peer.name] = asked(row, shown)
            peer.close()
        return made


def recorded(source, limit):
    """The steps that count, in an order of their own, so that a limit takes some of each kind."""
    opened = lzma.open if source.endswith(".xz") else open
    with opened(source, "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if counts(row)]
    random.Random(7).shuffle(rows)
    return rows[:limit]


def installed(folder, home):
    """The peers of benches/peers that are installed below a folder."""
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../peers"))
    import install
    from tools import CLASSES, ContextModeAsked

    for kind in (*CLASSES.values(), ContextModeAsked):
        name = kind.name.split(",")[0]
        program = install.program(folder, name) if name in install.PINNED else None
        if program:
            yield kind(program, f"{home}/{kind.name}")


def shown_by_peer(peer, row):
    from tools import Changed

    peer.fresh()
    try:
        return peer.text(row["command"], row["exit"], row["output"].encode("utf-8", "replace")).decode("utf-8", "replace")
    except Changed:
        return None


def counts(row):
    output = len(row["output"].encode("utf-8", "replace"))
    return LEAST_OUTPUT <= output <= MOST_OUTPUT and len(row["next"]) >= LEAST_NEXT


def step(row, tools, home):
    shown = {"raw": row["output"], "none": ""}
    for name, template in tools.items():
        shown[name] = shown_by(template, row, home)
        shown[f"ends of {name}"] = head_and_tail(row["output"], len(shown[name].encode()))
    texts = {name: asked(row, text) for name, text in shown.items()}
    return {"id": row["id"], "group": row["agent"], "base": "raw", "texts": texts, "next": row["next"]}


def asked(row, shown):
    """The text before the next step: the task, the calls so far, and an output as it is shown."""
    head = "\n".join([
        f"A coding agent works on this task:\n{row['prompt'][:1500]}\n",
        "Its calls so far:\n" + "\n".join(f"- {call[:400]}" for call in row["recent"]) + "\n",
        f"Its last call and what came back:\n$ {row['command'][:1500]}\n",
    ])
    return f"{head}{shown}\n\nWhat the agent does next:\n"


def blocks(source, most_blocks, limit):
    """One row a recorded step: the raw output, and the output without each of its blocks of lines."""
    rows = []
    for row in recorded(source, limit):
        lines = row["output"].splitlines(keepends=True)
        size = max(1, -(-len(lines) // most_blocks))
        texts = {"raw": asked(row, row["output"]), "none": asked(row, "")}
        for start in range(0, len(lines), size):
            texts[f"without {start}-{start + size}"] = asked(row, "".join(lines[:start] + lines[start + size :]))
        rows.append({"id": row["id"], "group": row["agent"], "base": "raw", "texts": texts, "next": row["next"]})
    return rows


def shown_by(template, row, home):
    """What a tool prints for a recorded output on its standard input."""
    status = row["exit"]
    words = [word.replace("{cmd}", row["command"]) for word in shlex.split(template)]
    if status is None and "--exit" in words:
        place = words.index("--exit")
        del words[place : place + 2]
    words = [word.replace("{exit}", str(status or 0)) for word in words]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("CTX_", "XDG_"))} | {"HOME": home}
    done = subprocess.run(words, input=row["output"].encode("utf-8", "replace"), capture_output=True, env=env, timeout=120)
    if not done.stdout:
        raise SystemExit(f"{words[0]} printed nothing for the step {row['id']}: {done.stderr[-300:].decode(errors='replace')}")
    return done.stdout.decode("utf-8", "replace")


def head_and_tail(text, size):
    raw = text.encode("utf-8", "replace")
    if len(raw) <= size:
        return text
    half = size // 2
    return raw[:half].decode("utf-8", "ignore") + "\n… cut …\n" + raw[len(raw) - (size - half) :].decode("utf-8", "ignore")


def sessions(source, tools, points):
    """One row a point of a session: the whole conversation, as each tool folds it, windows, and the newest text of the same size."""
    chance, rows = random.Random(11), []
    for path in sorted(glob.glob(f"{source}/**/*.jsonl", recursive=True)):
        session = Session(path)
        places = [n for n in range(20, len(session.answers)) if usable(session, n)]
        if len(session.answers) < 30 or not places or not session.has_unique_ids():
            continue
        folds = {name: folds_of(template, path) for name, template in tools.items()}
        folds |= {f"results older than {age}, every {age}": list(window(session, age)) for age in WINDOWS}
        for number in chance.sample(places, min(POINTS_PER_SESSION, len(places))):
            rows.append(point(session, number, folds, tools))
    chance.shuffle(rows)
    return rows[:points]


def usable(session, number):
    start, end = session.starts[number], session.answers[number]
    size = sum(len(item.text.encode("utf-8", "replace")) for item in session.items[start:end] if item.kind != "thinking")
    return LEAST_SENT <= size <= MOST_SENT and any(item.kind == "input" for item in session.answer(number))


def folds_of(template, path):
    words = [word.replace("{file}", path) for word in shlex.split(template)]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise SystemExit(f"{path}: exit {done.returncode}: {done.stderr[-300:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def window(session, age):
    """Results that are `age` answers old go, in batches every `age` answers; their first 120 characters stay."""
    born, number = [], 0
    for place in range(len(session.items)):
        while number < len(session.answers) and session.answers[number] <= place:
            number += 1
        born.append(number)
    gone = set()
    for number in range(age, len(session.answers), age):
        for place, item in enumerate(session.items[: session.answers[number]]):
            large = item.kind == "result" and len(item.text.encode("utf-8", "replace")) >= 1000
            if large and number - born[place] >= age and place not in gone:
                gone.add(place)
                yield {"call": number, "id": item.id, "part": "result", "text": "[removed] " + item.text[:120]}


def point(session, number, folds, tools):
    texts = {"whole": conversation(session, number, [])}
    for name, folded in folds.items():
        texts[name] = conversation(session, number, folded)
    for name in tools:
        size = len(texts[name].encode())
        texts[f"newest of {name}"] = texts["whole"].encode()[-size:].decode("utf-8", "ignore")
    answer = session.answer(number)
    edits = any(item.kind == "input" and ("old_string" in item.text or "*** Begin Patch" in item.text) for item in answer)
    following = "\n".join(line_of(item, item.text) for item in answer if item.kind in ("text", "input"))
    name = f"{os.path.basename(session.path)}@{number}"
    return {"id": name, "group": "edits" if edits else "others", "base": "whole", "texts": texts, "next": following}


def conversation(session, number, folds):
    """The text that is sent before an answer, with the folds that are in effect there."""
    replaced = {}
    for fold in sorted(folds, key=lambda fold: fold["call"]):
        if fold["call"] <= number:
            replaced[(fold["id"], fold["part"])] = fold["text"]
    items = session.items[session.starts[number] : session.answers[number]]
    return "\n".join(line_of(item, replaced.get((item.id, item.kind), item.text)) for item in items if item.kind != "thinking") + "\n"


def line_of(item, text):
    if item.kind == "result":
        return f"Result: {text}"
    if item.kind == "input":
        return f"Agent calls {item.name}: {text}"
    return f"{'User' if item.role == 'user' else 'Agent'}: {text}"
