"""Judges 1, 2, 4, 5 and 6: what each tool shows, keeps and costs for one output. None of them needs a model."""
import glob, json, lzma, os, re, shlex, statistics, subprocess, tempfile, tomllib

from tools import Changed, Missing, check_arguments, peak_of, run, spent, stand_in


DURATION = re.compile(rb"\b\d+(?:\.\d+)? ?m?s\b")


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
        tool.fresh()
        try:
            printed, status = tool.recorded(case["argv"], case["raw"], case["exit"])
        except Changed:
            continue
        shown = squash(printed.decode("utf-8", "replace"))
        kept = [squash(needle) in shown for needle in case["needles"]]
        rows.append((case, kept, size(printed, case["raw"], tool.home), status == case["exit"]))
    raw = sum(len(case["raw"]) for case, *_ in rows)
    sizes = [row[2] for row in rows]
    return {
        "cases": len(rows),
        "needles kept %": percent(sum(map(sum, (row[1] for row in rows))), sum(len(row[1]) for row in rows)),
        "cases whole %": percent(sum(all(row[1]) for row in rows), len(rows)),
        "median bytes": int(statistics.median(sizes)),
        "quartiles bytes": [int(part) for part in statistics.quantiles(sizes, n=4)[::2]],
        "of the raw bytes %": percent(sum(sizes), raw),
        "exit status kept %": percent(sum(row[3] for row in rows), len(rows)),
        "per case": {case["name"]: [sum(kept), len(kept), size] for case, kept, size, _ in rows},
    }


def size(printed, raw, home):
    """The bytes printed, with times and the temporary home at a fixed length in the lines that the tool added."""
    known, total = set(raw.split(b"\n")), 0
    for line in printed.split(b"\n"):
        if line not in known:
            line = DURATION.sub(b"0ms", line.replace(home.encode(), b"/home"))
        total += len(line) + 1
    return total - 1


# Judge 2: what real agents used of an output in their next three calls.

def steps(path, every=1):
    with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines][::every]


def next_step(tool, recorded):
    kept = hard = shown = raw = whole = with_hard = judged = 0
    for step in recorded:
        tool.fresh()
        output = step["output"].encode("utf-8", "replace")
        try:
            printed = tool.text(step["command"], step["exit"], output).decode("utf-8", "replace")
        except Changed:
            continue
        judged += 1
        there = sum(word in printed for word in step["hard"])
        kept, hard = kept + there, hard + len(step["hard"])
        shown, raw = shown + len(printed.encode("utf-8", "replace")), raw + len(output)
        if step["hard"]:
            with_hard, whole = with_hard + 1, whole + (there == len(step["hard"]))
    return {"steps": judged, "words kept %": percent(kept, hard), "steps whole %": percent(whole, with_hard), "of the bytes %": percent(shown, raw)}


# Judge 4: how much of the raw bytes can be had back, byte for byte.

def lossless(tool, cases):
    """An output that is printed whole, with or without a line of the tool, needs no way back; the others are asked for."""
    judged = whole = same = nearly = 0
    for case in cases:
        tool.fresh()
        with tempfile.TemporaryDirectory() as folder:
            argv = stand_in(folder, case["argv"], case["raw"], case["exit"])
            printed, _ = tool.wrap(argv, folder, folder)
            try:
                check_arguments(folder, case["argv"])
            except Changed:
                continue
            judged += 1
            if case["raw"].rstrip(b"\n") in printed:
                whole += 1
                continue
            back = tool.back(printed, folder)
            same += back == case["raw"]
            nearly += back.rstrip(b"\n") == case["raw"].rstrip(b"\n")
    shortened = judged - whole
    return {"outputs": judged, "printed whole": whole, "shortened": shortened, "had back byte for byte": same, "%": percent(same, shortened), "but for the last line end": nearly}


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
    measured = {name: [] for name in ("without", *tools)}
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, times in measured.items():
                if "not run" in rows.get(name, {}):
                    continue
                try:
                    times.append(plain(argv, folder) if name == "without" else tools[name].timed(argv, folder))
                except Missing as reason:
                    rows[name] = {"not run": str(reason)}
        for name, times in measured.items():
            if times and name not in rows:
                times, used = zip(*times)
                quarter = statistics.quantiles(times, n=4) if len(times) > 3 else [min(times), statistics.median(times), max(times)]
                peak = peak_of(argv, None, folder) if name == "without" else tools[name].peak(argv, folder)
                rows[name] = {"processor ms": round(statistics.mean(used), 1), "median ms": round(statistics.median(times), 1), "quartiles ms": [round(quarter[0], 1), round(quarter[2], 1)], "peak MB": peak}
    return rows


def plain(argv, folder):
    return spent(lambda: run(argv, cwd=folder))[1:]
