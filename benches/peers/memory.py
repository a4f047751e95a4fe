"""Judge 6b: an import of recorded sessions, and a search over outputs that went through the tool."""
import glob, os, shlex, statistics, subprocess, tempfile, time

from tools import Missing, peak_of, run, stand_in


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
        answers = [timed(lambda: run(tool.ask(words), env=tool.env(), cwd=tool.home).stdout.decode("utf-8", "replace")) for words, *_ in asked]
        peak = peak_of(tool.ask(asked[0][0]), tool.env(), tool.home)
    held = [needle in squash(text) for (_, needle, _), (text, _) in zip(asked, answers)]
    named = [has or any(name in text for name in names) for has, (_, _, names), (text, _) in zip(held, asked, answers)]
    return {"texts": len(cases), "ms a text": middle(kept), "questions": len(asked), "ms a question": middle(spent for _, spent in answers),
            "answers with the line": sum(held), "or with the command": sum(named), "median bytes": int(statistics.median(len(text.encode()) for text, _ in answers)), "peak MB": peak}


def middle(times):
    return round(statistics.median(times), 1)


def timed(work):
    start = time.perf_counter()
    done = work()
    return done, (time.perf_counter() - start) * 1000


def kept_by_command(tool, case):
    with tempfile.TemporaryDirectory() as folder:
        stand_in(folder, case["argv"], case["raw"], case["exit"])
        words, given = tool.keep(case)
        more = {"input": given} if given is not None else {"stdin": subprocess.DEVNULL}
        return timed(lambda: run(words, env=tool.env(folder), cwd=folder, **more))[1]


def kept_by_call(tool, server, case):
    words, given = tool.keep(case)
    if isinstance(given, dict):
        return timed(lambda: server.call(words, given))[1]
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
    _, spent = timed(lambda: run(words, env=tool.env(), cwd=tool.home, timeout=3600, check=True))
    tool.fresh()
    return {"sessions": len(files), "MB": round(sum(map(os.path.getsize, files)) / 1e6, 1), "seconds": round(spent / 1000, 1), "peak MB": peak_of(words, tool.env(), tool.home)}
