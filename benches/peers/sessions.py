"""Judges 3 and 7: the bill of whole recorded sessions, and the recordings of a public trial."""
import collections, glob, json, os, shlex, statistics, subprocess, tempfile, types

from judges import percent
from tools import Changed, Missing

# Judge 3: the bill of whole sessions. The judge of folds is a program of its own; it is given with --fold-judge.

def bill(judge, sessions, templates, price):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        words = ["python3", judge, sessions, "--price", price, "--json", out.name, "--jobs", "1"]
        for name, template in templates.items():
            words += ["--tool", f"{name}={template}"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"the judge of folds ended with {done.returncode}: {done.stderr[-160:]}")
        return json.load(open(out.name)), done.stdout


# What a cached byte and a new one cost, of one without caching: other lists than the one of the bill.
PRICES = {"anthropic-1h": "a cache for an hour", "cheap-reads": "cheap reads", "cheapest-reads": "cheapest reads, dear writes"}


def bill_row(r):
    return {"context %": percent(r["sent"], r["sent0"]), "cost %": percent(r["cost"], r["cost0"]), "net %": percent(r["cost"] + r.get("again", 0), r["cost0"]),
            "lost %": round(100 * r.get("lost", 0) / max(1, r["uses"]), 2), "copied %": round(100 * r.get("uncopied", 0) / max(1, r["copies"]), 2),
            "edits %": percent(r.get("hidden", 0), r["edits"]), "calls touched %": round(100 * r.get("touched", 0) / r["calls"], 2)}


def other_prices(judge, sessions, fold):
    """ctx, which is told the prices, and a plain window of ten calls, by each of the other lists."""
    module, rows = load_judge(judge), {}
    recorded = [(path, *module.load(path)) for path in sorted(glob.glob(f"{sessions}/**/*.jsonl", recursive=True))]
    recorded = [session for session in recorded if counts(session[1], session[2])]
    for price, name in PRICES.items():
        module.READ_WRITE[:] = read, write = module.PRICES[price]
        policies = {"ctx, folded": module.external(f"{fold} --price {{read}},{{write}}"), "older than 10, every 10": module.window(10, 10, 1000)}
        for tool, policy in policies.items():
            sums = collections.Counter()
            for session in recorded:
                sums += module.score(*session, list(policy(*session[:3])), (read, write))
            rows[f"{read:g} and {write:g} ({name}): {tool}"] = bill_row(sums)
    return rows


def counts(items, calls):
    """As the judge of folds chooses: thirty calls and more, and ids that name one thing."""
    ids = [(item.id, item.kind) for item in items if item.id]
    return len(calls) >= 30 and len(ids) == len(set(ids))


def load_judge(path):
    """The judge of folds as a module: its text without the call that starts it."""
    module = types.ModuleType("fold_judge")
    with open(path) as file:
        exec(compile(file.read().rsplit("\nmain()", 1)[0], path, "exec"), module.__dict__)
    return module


def shell_results(module, path):
    """Every result of a shell in a transcript: its call's number, id, command, status and text."""
    items, call_starts, _ = module.load(path)
    commands, number = {}, 0
    for at, item in enumerate(items):
        while number < len(call_starts) and call_starts[number] <= at:
            number += 1
        if item.kind == "input":
            commands[item.id] = shell_command(item)
        elif item.kind == "result" and commands.get(item.id) and number < len(call_starts):
            yield number, item.id, commands[item.id], item.text


def shell_command(item):
    if item.name not in ("Bash", "shell", "exec_command", "shell_command", "container.exec", "local_shell_call", "bash"):
        return None
    try:
        given = json.loads(item.text)
    except ValueError:
        return None
    command = given.get("command") or given.get("cmd") if isinstance(given, dict) else None
    if isinstance(command, list):
        command = command[-1] if len(command) == 3 and command[1] in ("-c", "-lc") else shlex.join(map(str, command))
    return command if isinstance(command, str) else None


def shell_digests(tool, module, path, least=1500):
    """Folds that put what the tool shows in the place of each shell result, from the first call that sees it."""
    for number, identity, command, text in shell_results(module, path):
        if len(text) < least:
            continue
        try:
            shown = tool.text(command, None, text.encode("utf-8", "replace")).decode("utf-8", "replace")
        except Changed:
            continue
        if len(shown) < len(text):
            yield {"call": number, "id": identity, "part": "result", "text": shown}


# Judge 7: a public trial (tokbench) whose arms were recorded with and without peers.

PHASES = 8
ARMS = {"a0": "native", "a1m": "lean-ctx 3.7 (MCP)", "a2": "headroom 0.23", "a3": "rtk 0.42"}


def tokbench_runs(folder):
    """Runs that count by the trial's own rules: every phase ended by itself and all gates are green."""
    runs = {}
    for path in sorted(glob.glob(f"{folder}/results/*/transcripts")):
        name = os.path.basename(os.path.dirname(path))
        arm = name.split("-")[0]
        phases = [json.load(open(f)) for f in sorted(glob.glob(f"{path}/*/*.json"))]
        phases = [phase for phase in phases if isinstance(phase, dict) and phase.get("messages")]
        gates = f"{os.path.dirname(path)}/gates.txt"
        green = not os.path.exists(gates) or "=1" not in open(gates).read()
        if arm in ARMS and len(phases) >= PHASES and green and all(phase.get("stopReason") == "stop" for phase in phases):
            runs.setdefault(arm, {})[name] = phases
    return runs


def calls(phase):
    return [message for message in phase["messages"] if message["role"] == "assistant" and message.get("usage")]


def tokbench_arms(runs):
    rows = {}
    for arm, by_run in runs.items():
        inputs = [sum(c["usage"]["input"] + c["usage"]["cacheRead"] for phase in phases for c in calls(phase)) for phases in by_run.values()]
        turns = [sum(len(calls(phase)) for phase in phases) for phases in by_run.values()]
        results = [m for phases in by_run.values() for phase in phases for m in phase["messages"] if m["role"] == "toolResult"]
        rows[ARMS[arm]] = {"runs": len(inputs), "billed input tokens, median": int(statistics.median(inputs)), "lowest": min(inputs), "highest": max(inputs),
                           "turns, median": int(statistics.median(turns)), "tool results": len(results),
                           "bytes of tool results": sum(len(text_of(m).encode()) for m in results)}
    return rows


def text_of(message):
    return "".join(part.get("text", "") for part in message.get("content") or [] if isinstance(part, dict))


def as_claude_code(phase, path):
    """Writes a phase in the form of a Claude Code transcript, which `ctx fold --replay` and the judge of folds read."""
    shell = {"bash": "Bash", "read": "Read", "edit": "Edit", "write": "Write", "grep": "Grep", "find": "Glob", "ls": "LS"}
    with open(path, "w") as out:
        def line(role, content, identity=None):
            message = {"role": role, "content": content} | ({"id": identity, "type": "message", "model": phase.get("model") or "unknown"} if identity else {})
            out.write(json.dumps({"type": role, "sessionId": os.path.basename(path)[:-6], "cwd": phase.get("cwd") or "/", "message": message}) + "\n")

        prompt = phase.get("prompt")
        line("user", prompt if isinstance(prompt, str) else json.dumps(prompt))
        for number, message in enumerate(phase["messages"]):
            if message["role"] == "toolResult":
                line("user", [{"type": "tool_result", "tool_use_id": message["toolCallId"], "content": text_of(message), "is_error": bool(message.get("isError"))}])
            elif message["role"] == "assistant":
                parts = []
                for part in message["content"]:
                    if part["type"] == "toolCall":
                        arguments = dict(part.get("arguments") or {})
                        if "path" in arguments and part["name"] in ("read", "edit", "write"):
                            arguments["file_path"] = arguments.pop("path")
                        parts.append({"type": "tool_use", "id": part["id"], "name": shell.get(part["name"], part["name"]), "input": arguments})
                    elif part["type"] in ("text", "thinking"):
                        parts.append(part)
                line("assistant", parts, f"msg_{number}")
            elif message["role"] == "user":
                line("user", text_of(message))


def tokbench_ctx(runs, judge, folds):
    """The native arm replayed with folds: what each call would have cost. The provider of the trial cached nothing."""
    module = load_judge(judge)
    billed, would, lost, uses, touched, number, shortened, raw, shown = [], [], 0, 0, 0, 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, phases in runs["a0"].items():
            paid = left = 0.0
            for at, phase in enumerate(phases):
                path = f"{folder}/{name}-{at}.jsonl"
                as_claude_code(phase, path)
                items, call_starts, starts = module.load(path)
                made = list(folds(module, path))
                used = [call["usage"]["input"] + call["usage"]["cacheRead"] for call in calls(phase)]
                results = {item.id: item.size for item in items if item.kind == "result" and item.id}
                last = {fold["id"]: len(fold["text"].encode()) for fold in made if fold["part"] == "result"}
                shortened, raw, shown = shortened + len(last), raw + sum(results.values()), shown + sum((results | last).values())
                phase_paid, phase_left = replayed(items, call_starts, made, used)
                paid, left = paid + phase_paid, left + phase_left
                score = module.score(path, items, call_starts, starts, made, module.PRICES["none"])
                lost, uses = lost + score["lost"], uses + score["uses"]
                touched, number = touched + score["touched"], number + score["calls"]
            billed.append(paid)
            would.append(left)
    return {"runs": len(billed), "billed input tokens, median": int(statistics.median(billed)), "replayed, median": int(statistics.median(would)),
            "of the bill %": percent(sum(would), sum(billed)), "results shortened": shortened, "bytes shown": shown, "words lost %": round(100 * lost / uses, 2) if uses else None,
            "calls touched %": percent(touched, number)}


def replayed(items, call_starts, folds, used):
    """Tokens billed in a phase, and the same less what the folds took out. Tokens a byte come from the phase's own growth."""
    place = {(item.id, item.kind): at for at, item in enumerate(items) if item.id}
    sizes = [item.size for item in items]
    due = {}
    for fold in folds:
        due.setdefault(fold["call"], []).append((place[(fold["id"], fold["part"])], len(fold["text"].encode())))
    paired = min(len(used), len(call_starts))
    if not paired:
        return 0.0, 0.0
    grown = sum(sizes[call_starts[0]:call_starts[paired - 1]])
    a_byte = max(0, used[paired - 1] - used[0]) / grown if grown else 0.0
    now, paid, left = list(sizes), 0.0, 0.0
    for number in range(paired):
        for at, length in due.get(number, ()):
            now[at] = length
        taken_out = sum(sizes[:call_starts[number]]) - sum(now[:call_starts[number]])
        paid += used[number]
        left += used[number] - taken_out * a_byte
    return paid, left
