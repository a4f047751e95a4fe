"""Judge 6b: an import of recorded sessions, a search over outputs that went through the tool, stores that grew, and sizes. Times
are those of processors, because other work on the machine does not change them much."""
import glob, json, os, shlex, statistics, subprocess, sys, tempfile

from tools import Missing, peak_of, run, spent, stand_in


def squash(text):
    return " ".join(text.split())


def questions(cases, number):
    """The three longest words of one needle of evenly chosen cases, the needle, and the names of the case."""
    asked = []
    for case in cases[::max(1, len(cases) // number)][:number]:
        needle = max(case["needles"], key=len)
        words = sorted({word.strip("'\"`.,:;()[]") for word in needle.split()}, key=lambda word: (-len(word), word))
        words = [word for word in words if word.isascii() and word][:3]
        if words:
            asked.append((words, squash(needle), (case["name"], shlex.join(case["argv"]))))
    return asked


def search(tool, cases, number):
    """Every case goes in, then each question is asked once. An answer counts if it holds the line that was meant."""
    tool.fresh()
    tool.keep(cases[0])
    asked = questions(cases, number)
    if hasattr(tool, "answers"):
        with tool.server() as server:
            kept = [kept_by_call(tool, server, case) for case in cases]
            answers = tool.answers(server, [" ".join(words) for words, *_ in asked])
            peak = server.peak()
    else:
        kept = [kept_by_command(tool, case) for case in cases]
        answers = [asked_by_command(tool, words) for words, *_ in asked]
        peak = peak_of(tool.ask(asked[0][0]), tool.env(), tool.home)
    held = [needle in squash(text) for (_, needle, _), (text, _) in zip(asked, answers)]
    named = [has or any(name in text for name in names) for has, (_, _, names), (text, _) in zip(held, asked, answers)]
    return {"texts": len(cases), "processor ms a text": mean(kept), "questions": len(asked), "processor ms a question": mean(used for _, used in answers),
            "answers with the line": sum(held), "or with the command": sum(named), "median bytes": int(statistics.median(len(text.encode()) for text, _ in answers)), "peak MB": peak}


def mean(times):
    return round(statistics.mean(times), 1)


def asked_by_command(tool, words):
    done, _, used = spent(lambda: run(tool.ask(words), env=tool.env(), cwd=tool.home))
    return done.stdout.decode("utf-8", "replace"), used


def kept_by_command(tool, case):
    with tempfile.TemporaryDirectory() as folder:
        stand_in(folder, case["argv"], case["raw"], case["exit"])
        words, given = tool.keep(case)
        more = {"input": given} if given is not None else {"stdin": subprocess.DEVNULL}
        return spent(lambda: run(words, env=tool.env(folder), cwd=folder, **more))[2]


def kept_by_call(tool, server, case):
    words, given = tool.keep(case)
    if isinstance(given, dict):
        return server.timed(words, given)[1]
    return kept_by_command(tool, case)


def imported(tool, sessions):
    """Recorded sessions into the store. None of the peers reads them for anything but a count of what it would have saved."""
    files = sorted(path for path in glob.glob(f"{sessions}/**/*.jsonl", recursive=True))
    if tool.name != "ctx":
        raise Missing("it does not import sessions")
    if not files:
        raise Missing("no sessions were found")
    tool.fresh()
    words = [tool.exe, "store", "--import", sessions]
    used = spent(lambda: run(words, env=tool.env(), cwd=tool.home, timeout=3600, check=True))[2]
    store = megabytes(f"{tool.home}/data")
    tool.fresh()
    return {"sessions": len(files), "MB": round(sum(map(os.path.getsize, files)) / 1e6, 1), "store MB": store, "processor seconds": round(used / 1000, 1), "peak MB": peak_of(words, tool.env(), tool.home)}


# Judge 6c: how large a program is, and what its commands cost in a store that grew.

def megabytes(path):
    """A file, or all files below a folder that are no links."""
    found = [path] if os.path.isfile(path) else [f"{folder}/{name}" for folder, _, names in os.walk(path) for name in names]
    return round(sum(os.path.getsize(name) for name in found if not os.path.islink(name)) / 1e6, 1)


def size(tool):
    """What lies on the disk: a program, or a package with all that it needs beside node or Python."""
    for folder in ("/node_modules/", "/venv/"):
        if folder in tool.exe:
            return {"files": "a package with what it needs", "MB": megabytes(tool.exe.split(folder)[0] + folder)}
    return {"files": "one program", "MB": megabytes(tool.exe)}


GROWN = [1_000, 10_000, 50_000]
COMMANDS = {
    "run": ["run", "--", "true"], "store": ["store", "--cmd", "make"], "get": ["get", "@", "--lines", "1:20"], "history": ["history"],
    "search": ["search", "linker refused module 31", "--again"], "search --grep": ["search", "--grep", "module_31[0-9]: undefined.*symbol_ab"],
    "context": ["context"], "stats": ["stats"],
}


def grown(tool, sizes=GROWN, times=11):
    """Milliseconds of processors of each command of ctx in stores of so many commands."""
    rows = {name: {} for name in COMMANDS}
    for entries in sizes:
        tool.fresh()
        path = f"{tool.home}/made.jsonl"
        made_up(path, entries, tool.home)
        run([tool.exe, "store", "--import", path], env=tool.env(), cwd=tool.home, timeout=3600, check=True)
        run([tool.exe, "search", "--complete", "checked"], env=tool.env(), cwd=tool.home, timeout=3600)
        for name, words in COMMANDS.items():
            def once():
                done = run([tool.exe, *words], env=tool.env(), cwd=tool.home, input=b"checked\n" * 60)
                if done.returncode > 1:
                    raise Missing(f"{name} ended with {done.returncode}")
            rows[name][f"{entries:,} entries"] = round(statistics.median(spent(once)[2] for _ in range(times)), 1)
    return rows


def made_up(path, entries, folder):
    """A transcript of so many commands with outputs of their own; every tenth fails."""
    with open(path, "w") as file:
        for number in range(entries):
            failed = number % 10 == 3
            lines = "".join(f"src/module_{(number * 31 + line * 7) % 900}.rs:{line}: checked item {(number * 2654435761 + line * 40503) % 2**32:x}\n" for line in range(number * 7 % 24))
            lines += f"error: linker refused module_{number % 900}: undefined reference to symbol_{number * 40503 % 2**32:x}\n" if failed else ""
            minute = f"2026-01-{1 + number // 1440 % 28:02}T{number // 60 % 24:02}:{number % 60:02}:00.000Z"
            head = {"sessionId": f"s{number // 400}", "timestamp": minute, "cwd": folder}
            call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": f"make target{number % 100} V={number}"}}
            result = {"type": "tool_result", "tool_use_id": f"t{number}", "is_error": failed, "content": f"Exit code {int(failed)}\n{lines}"}
            for role, name, part in (("assistant", "a", call), ("user", "u", result)):
                file.write(json.dumps({"type": role, "uuid": f"{name}{number}"} | head | {"message": {"role": role, "content": [part]}}) + "\n")


# Judge 6d: LoCoMo, by the program that docs/search-and-memory.md names.

def locomo(tool, path):
    """The evidence of questions about long conversations among the first ten hits, for ctx and for FTS5."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../memory/locomo.py")
    done = run([sys.executable, program, path, "--ctx", tool.exe], env=tool.env(), cwd=tool.home, timeout=3600, check=True)
    rows = {}
    for line in done.stdout.decode().splitlines()[1:]:
        *group, count, system, recall, first = line.split()
        row = rows.setdefault(" ".join(group), {"questions": int(count)})
        row |= {f"{system} recall of 10": float(recall), f"{system} MRR": float(first)}
    return rows
