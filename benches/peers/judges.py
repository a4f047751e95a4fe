"""The judges: what each tool shows, keeps and costs. Each returns {tool: {figure: value}}; none of them needs a model."""
import glob, json, lzma, os, shlex, statistics, subprocess, tempfile, time, tomllib, types

from tools import Missing, run, stand_in

def squash(text):
    return " ".join(text.split())


def percent(part, whole):
    return round(100 * part / whole, 1) if whole else None


def guarded(tool, judge, *more):
    """A tool that lacks the way of use keeps its row with the reason."""
    try:
        return judge(tool, *more)
    except Missing as reason:
        return {"not run": str(reason)}
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as error:
        return {"not run": f"{type(error).__name__}: {str(error)[:120]}"}


# Judge 1: what an engineer needs of a report, over the fixtures of this repository.

def fixtures(root, every=1):
    """Outputs of tools that were really run, with the lines that must survive. Commands with pipes are left out."""
    found = []
    for path in sorted(glob.glob(f"{root}/fixtures/*/*.toml")):
        with open(path, "rb") as file:
            case = tomllib.load(file)
        raw = path[:-5] + ".raw"
        if not case.get("needles") or not os.path.exists(raw) or any(c in case["command"] for c in "|<>;&$`*?(){}\n"):
            continue
        argv = shlex.split(case["command"])
        if not argv or "=" in argv[0] or os.path.isabs(argv[0]):
            continue
        with open(raw, "rb") as file:
            found.append({"name": path[len(root) + 10:-5], "argv": argv, "exit": case["exit"], "needles": case["needles"], "raw": file.read()})
    return found[::every]


def reports(tool, cases):
    rows = []
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            argv = stand_in(folder, case["argv"], case["raw"], case["exit"])
            printed, status = tool.wrap(argv, folder, folder)
        shown = squash(printed.decode("utf-8", "replace"))
        kept = [squash(needle) in shown for needle in case["needles"]]
        rows.append((case, kept, len(printed), status == case["exit"]))
    raw = sum(len(case["raw"]) for case, *_ in rows)
    return {
        "cases": len(rows),
        "needles kept %": percent(sum(map(sum, (r[1] for r in rows))), sum(len(r[1]) for r in rows)),
        "cases whole %": percent(sum(all(r[1]) for r in rows), len(rows)),
        "median bytes": int(statistics.median(r[2] for r in rows)),
        "of the raw bytes %": percent(sum(r[2] for r in rows), raw),
        "exit status kept %": percent(sum(r[3] for r in rows), len(rows)),
        "per case": {case["name"]: [sum(kept), len(kept), size] for case, kept, size, _ in rows},
    }


# Judge 2: what real agents used of an output in their next three calls.

def steps(path, every=1):
    with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines][::every]


def next_step(tool, recorded):
    kept = hard = shown = raw = whole = with_hard = 0
    for step in recorded:
        output = step["output"].encode("utf-8", "replace")
        printed = tool.text(step["command"], step["exit"], output).decode("utf-8", "replace")
        there = sum(word in printed for word in step["hard"])
        kept, hard = kept + there, hard + len(step["hard"])
        shown, raw = shown + len(printed.encode("utf-8", "replace")), raw + len(output)
        if step["hard"]:
            with_hard, whole = with_hard + 1, whole + (there == len(step["hard"]))
    return {"steps": len(recorded), "words kept %": percent(kept, hard), "steps whole %": percent(whole, with_hard), "of the bytes %": percent(shown, raw)}


# Judge 3: the bill of whole sessions. The judge of folds is a program of its own; it is given with --fold-judge.

def bill(judge, sessions, templates, price):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        words = ["python3", judge, sessions, "--price", price, "--json", out.name, "--jobs", "2"]
        for name, template in templates.items():
            words += ["--tool", f"{name}={template}"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"the judge of folds ended with {done.returncode}: {done.stderr[-160:]}")
        return json.load(open(out.name)), done.stdout


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
        shown = tool.text(command, None, text.encode("utf-8", "replace")).decode("utf-8", "replace")
        if len(shown) < len(text):
            yield {"call": number, "id": identity, "part": "result", "text": shown}


# Judge 4: how much of the raw bytes can be had back, byte for byte.

def lossless(tool, cases):
    same = nearly = shortened = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            argv = stand_in(folder, case["argv"], case["raw"], case["exit"])
            printed, _ = tool.wrap(argv, folder, folder)
            if printed == case["raw"]:
                continue
            shortened += 1
            back = tool.back(printed, folder)
            same += back == case["raw"]
            nearly += back.rstrip(b"\n") == case["raw"].rstrip(b"\n")
    return {"shortened": shortened, "had back byte for byte": same, "%": percent(same, shortened), "but for the last line end": nearly}


# Judge 5: the exit status, and pipes that feed other programs.

STATUSES = {"exit 0": 0, "exit 1": 1, "exit 3": 3, "exit 77": 77, "exit 255": 255, "kill -TERM $$": -15, "kill -KILL $$": -9, "kill -INT $$": -2}
PIPES = [
    "seq 1 3000 | wc -l", "seq 1 3000 | sort -rn | head -3", "seq 1 500 | xargs -n 100 echo | wc -c", "seq 1 3000 > out.txt; wc -c < out.txt",
    "seq 1 9000 | md5sum", "printf 'b\\na\\n' | sort | tr '\\n' ,", "bash -c 'seq 1 3000' | tail -1", "seq 1 2000 | tee copy.txt | wc -l; wc -l < copy.txt",
    "seq 1 3000 | awk '{s+=$1} END {print s}'", "seq 1 4000 | gzip -c | gunzip -c | cksum", "seq 1 100 | sed -n '50p'", "seq 1 3000 | grep -c 7",
]


def faithful(tool):
    wrong_status = []
    with tempfile.TemporaryDirectory() as folder:
        for script, status in STATUSES.items():
            expected = status if status >= 0 else 128 - status
            got = tool.wrap(["bash", "-c", script], folder)[1]
            if got not in (status, expected):
                wrong_status.append(f"{script}: {got}")
        wrong_pipes = []
        for line in PIPES:
            plain = run(["bash", "-c", line], cwd=folder).stdout.decode().strip()
            shown = tool.wrap(["bash", "-c", line], folder)[0].decode("utf-8", "replace")
            if not all(part in squash(shown) for part in plain.split()):
                wrong_pipes.append(line)
    return {"statuses": len(STATUSES), "statuses kept": len(STATUSES) - len(wrong_status), "pipes": len(PIPES), "pipes right": len(PIPES) - len(wrong_pipes), "wrong": wrong_status + wrong_pipes}


# Judge 6: time and memory of one command. Tools take turns, so that a busy machine hurts all alike.

def cost_of_a_command(tools, rounds, argv):
    walls = {name: [] for name in ("without", *tools)}
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name in walls:
                start = time.perf_counter()
                try:
                    if name == "without":
                        run(argv, cwd=folder)
                    else:
                        run(tools[name].words(argv), env=tools[name].env(), cwd=folder, stdin=subprocess.DEVNULL)
                except Missing as reason:
                    rows[name] = {"not run": str(reason)}
                    continue
                walls[name].append((time.perf_counter() - start) * 1000)
        for name, times in walls.items():
            if not times:
                continue
            words = argv if name == "without" else tools[name].words(argv)
            peak = run(["/usr/bin/env", "python3", "-c", MEMORY, *words], env=None if name == "without" else tools[name].env(), cwd=folder)
            quarter = statistics.quantiles(times, n=4) if len(times) > 3 else [min(times), statistics.median(times), max(times)]
            rows[name] = {"median ms": round(statistics.median(times), 1), "quartiles ms": [round(quarter[0], 1), round(quarter[2], 1)], "peak MB": round(int(peak.stdout.split()[-1]) / 1024, 1)}
    return rows


MEMORY = "import subprocess,sys,resource; subprocess.run(sys.argv[1:], capture_output=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


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
    billed, would, lost, uses, touched, number = [], [], 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, phases in runs["a0"].items():
            paid = left = 0.0
            for at, phase in enumerate(phases):
                path = f"{folder}/{name}-{at}.jsonl"
                as_claude_code(phase, path)
                items, call_starts, starts = module.load(path)
                made = list(folds(module, path))
                used = [call["usage"]["input"] + call["usage"]["cacheRead"] for call in calls(phase)]
                phase_paid, phase_left = replayed(items, call_starts, made, used)
                paid, left = paid + phase_paid, left + phase_left
                score = module.score(path, items, call_starts, starts, made, module.PRICES["none"])
                lost, uses = lost + score["lost"], uses + score["uses"]
                touched, number = touched + score["touched"], number + score["calls"]
            billed.append(paid)
            would.append(left)
    return {"runs": len(billed), "billed input tokens, median": int(statistics.median(billed)), "replayed, median": int(statistics.median(would)),
            "of the bill %": percent(sum(would), sum(billed)), "words lost %": round(100 * lost / uses, 2) if uses else None,
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
