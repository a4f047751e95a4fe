#!/usr/bin/env python3
"""Compares ctx with its peers on the same data in one run, and writes docs/comparison.md and a JSON of all figures.

    python3 benches/peers/compare.py

builds ctx, installs the peers (pinned versions) and Claude Code into a temporary folder, and runs the judges whose data are in this
repository. The recordings behind the other judges belong to other people; give them with --steps, --sessions, --tokbench and --locomo.
--check compares docs/comparison.md with the JSON and runs nothing; --same FILE compares the counts of two JSON files."""
import argparse, datetime, json, os, platform, re, signal, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import judges, memory, page, permissions, sessions
from install import CLAUDE_CODE, PINNED, claude_code, install, own_program
from tools import CLASSES, ContextModeAsked, Missing


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--ctx", help="the ctx to compare [default: a release build of this checkout]")
    p.add_argument("--peers", help="where the peers are installed, kept for the next run [default: a temporary folder]")
    p.add_argument("--program", action="append", default=[], metavar="NAME=FILE", help="a peer that is installed already")
    p.add_argument("--claude", help="the program of Claude Code [default: installed with the peers]")
    p.add_argument("--limit", type=int, default=1200, help="seconds for the installation of one peer")
    p.add_argument("--only", help="tools, separated by commas")
    p.add_argument("--without", action="append", default=[], metavar="NAME=REASON", help="a tool to leave out; its row shows the reason")
    p.add_argument("--judges", help="judges, separated by commas: reports, next, bill, lossless, faithful, permissions, time, memory, tokbench; "
                   "`answers`: nothing runs, and the tables of --answers take their place in --json")
    p.add_argument("--keep", action="store_true", help="keep the figures of --json for the judges that do not run now")
    p.add_argument("--steps", help="recorded steps (JSON lines, may be .xz) for the judge of the next step")
    p.add_argument("--fold-judge", help="the program that judges folds")
    p.add_argument("--sessions", help="whole recorded sessions for the judge of folds and the import")
    p.add_argument("--tokbench", help="a checkout of the public trial tokbench")
    p.add_argument("--locomo", help="data/locomo10.json of the public LoCoMo data, for the judge of memory")
    p.add_argument("--answers", action="append", default=[], help="what benches/model/judge.py ask wrote, for the table of worth and that of loss")
    p.add_argument("--every", type=int, default=1, help="take every Nth case, for a quick look")
    p.add_argument("--cases", type=int, default=1, help="take every Nth case of the judges that read fixtures")
    p.add_argument("--rounds", type=int, default=40, help="rounds of the measurement of time")
    p.add_argument("--json", default=f"{ROOT}/benches/peers/figures.json")
    p.add_argument("--page", default=f"{ROOT}/docs/comparison.md")
    p.add_argument("--join", metavar="FILE", help="add the figures of FILE, judges of the same run in a process of their own, to --json and end")
    p.add_argument("--check", action="store_true", help="compare the page with the JSON and end")
    p.add_argument("--same", metavar="FILE", help="compare the counts of --json with those of FILE and end")
    return p.parse_args()


def main():
    given = arguments()
    if given.check:
        return page.check(given.json, given.page)
    if given.same:
        return page.same(given.json, given.same)
    if given.join:
        return join(given)
    if given.judges == "answers":
        return answers(given)
    start = time.time()
    # A program in the background of a shell ignores SIGINT, and so would the commands that the judges stop with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    left_out = dict(pair.split("=", 1) for pair in given.without)
    names = [name for name in (given.only.split(",") if given.only else ["ctx", *PINNED]) if name not in left_out]
    with tempfile.TemporaryDirectory() as temporary:
        root = os.path.abspath(given.peers or f"{temporary}/peers")
        own = own_program(ROOT, given.ctx)
        found, failed = install(root, [name for name in names if name in PINNED], dict(pair.split("=", 1) for pair in given.program), given.limit)
        failed |= {name: left_out.get(name, "it was left out of this run") for name in PINNED if name not in names}
        claude, no_claude = claude_code(root, given.claude, given.limit)
        installed = round(time.time() - start)
        found = {"ctx": own} | found
        tools = {name: CLASSES[name](found[name], f"{temporary}/{name}") for name in names if name in found and name in CLASSES}
        figures = {"not installed": failed, "left out": {}, "every": given.every * given.cases, **circumstances(own)}
        for name, reason in failed.items():
            print(f"not installed: {name}: {reason}", flush=True)
        try:
            measure(given, tools, figures, temporary, (claude, no_claude))
        finally:
            for tool in tools.values():
                tool.close()
    figures["seconds"] = {"installation": installed, "judges": round(time.time() - start) - installed}
    figures["runs"] = {name: f"{figures['ctx']}, {figures['date']}" for name in page.TABLES if name in figures}
    if given.keep:
        figures = kept(given.json, figures)
    write(given, figures)
    return 0


def join(given):
    """One run may be shared out among processes, each with judges (--judges) or tools (--only) and a --json of its own."""
    with open(given.json) as one, open(given.join) as other:
        figures, more = json.load(one), json.load(other)
    different = [name for name in ("ctx", "date", "machine", "versions") if figures[name] != more[name]]
    if different:
        print(f"{given.join} is of another run: {', '.join(different)} differ", file=sys.stderr)
        return 1
    done = [name for name in page.TABLES if name in more]
    figures |= {name: more[name] | figures.get(name, {}) for name in done} | {"processes": figures["processes"] + more["processes"]}
    figures["runs"] |= {name: more["runs"][name] for name in done}
    figures["not installed"] = {name: reason for name, reason in figures["not installed"].items() if name in more["not installed"]}
    figures["left out"] = {judge: reason for judge, reason in figures["left out"].items() if judge in more["left out"]}
    figures["seconds"] = {part: spent + more["seconds"][part] for part, spent in figures["seconds"].items()}
    write(given, figures)
    return 0


def answers(given):
    """The tables of --answers take the place of those in --json; the rows of peers that were not asked about now stay, with their run."""
    if not given.answers:
        raise SystemExit("give --answers, what benches/model/judge.py ask wrote")
    with open(given.json) as file:
        figures = json.load(file)
    now = circumstances(own_program(ROOT, given.ctx))
    for path in given.answers:
        new = {}
        judged_by_a_model(path, new)
        for name, rows in new.items():
            earlier = {row: found for row, found in figures.get(name, {}).items() if row not in rows and any(peer in row for peer in PINNED)}
            stays = {row: {"run": figures["runs"][name]} | found for row, found in earlier.items()}
            figures |= {name: stays | rows}
            figures["runs"][name] = f"{now['ctx']}, {now['date']}, a later run"
    write(given, figures)
    return 0


def kept(path, figures):
    """The figures of an earlier run with those of this one in their place."""
    with open(path) as file:
        earlier = json.load(file)
    left_out = {judge: reason for judge, reason in figures["left out"].items() if judge in earlier["left out"]}
    seconds = {part: spent + earlier["seconds"][part] for part, spent in figures["seconds"].items()}
    later = {name: f"{run}, a later run" for name, run in figures["runs"].items()}
    return earlier | figures | {"left out": left_out, "seconds": seconds, "runs": earlier["runs"] | later}


def circumstances(own):
    commit = subprocess.run([own, "--version"], capture_output=True, text=True).stdout.split()
    with open(f"{HERE}/unseen.json") as file:
        unseen = json.load(file)
    return {"versions": {"ctx": commit[1]} | {name: row[0] for name, row in PINNED.items()}, "ctx": " ".join(commit), "Claude Code": CLAUDE_CODE[0],
            "machine": f"{platform.machine()}, {os.cpu_count()} cores", "load": round(os.getloadavg()[0], 1),
            "processes": 1, "date": datetime.date.today().isoformat(), "unseen": unseen}


def save(path, figures):
    with open(path, "w") as out:
        text = json.dumps(figures, indent=1, sort_keys=True, ensure_ascii=False)
        # Lists of numbers stand on one line.
        out.write(re.sub(r"\[[\s\d.,]+\]", lambda found: " ".join(found.group().split()), text) + "\n")


def write(given, figures):
    save(given.json, figures)
    if os.path.exists(f"{given.json}.part"):
        os.remove(f"{given.json}.part")
    with open(given.page, "w") as out:
        out.write(page.render(figures))
    if os.path.samefile(os.path.dirname(given.page) or ".", f"{ROOT}/docs"):
        page.write_readme(figures, f"{ROOT}/README.md")
    for judge, reason in figures["left out"].items():
        print(f"left out: {judge}: {reason}")
    print(f"{given.json} and {given.page} are written; installation {figures['seconds']['installation']} s, judges {figures['seconds']['judges']} s")


def measure(given, tools, figures, temporary, claude):
    """Runs every judge that was asked for and has its data."""
    wanted = set(given.judges.split(",")) if given.judges else None
    needs = {"next": (given.steps, "give --steps"), "bill": (given.fold_judge and given.sessions, "give --fold-judge and --sessions"),
             "tokbench": (given.tokbench and given.fold_judge, "give --tokbench and --fold-judge"), "permissions": (claude[0], claude[1])}

    def asked(judge):
        if wanted is not None and judge not in wanted:
            figures["left out"][judge] = "it was left out of this run"
            return False
        there, reason = needs.get(judge, (True, ""))
        if not there:
            figures["left out"][judge] = reason
        return bool(there)

    def table(name, judge, *more, skip=(), extra=None):
        figures[name] = {}
        for tool in [tool for tool in (tools | (extra or {})) if tool not in skip]:
            figures[name][tool] = judges.guarded((tools | (extra or {}))[tool], judge, *more)
            short = {key: value for key, value in figures[name][tool].items() if key != "per case"}
            print(f"{name:12}{tool:14}{json.dumps(short)}", flush=True)
        # A run that is interrupted leaves what it has measured.
        save(f"{given.json}.part", figures)

    cases = judges.fixtures(ROOT, given.every * given.cases)
    if asked("reports"):
        extra = {}
        if "context-mode" in tools:
            extra[ContextModeAsked.name] = ContextModeAsked(tools["context-mode"].exe, f"{temporary}/context-mode-asked")
        table("reports", judges.reports, cases, extra=extra)
        for tool in extra.values():
            tool.close()
    if asked("lossless"):
        table("lossless", judges.lossless, cases[::5])
    if asked("faithful"):
        table("faithful", judges.faithful)
    if asked("permissions"):
        plain = plain_verdicts(next(iter(tools.values())), claude[0], temporary)
        table("permissions", permissions.judge, claude[0], plain)
    if asked("next"):
        table("next step", judges.next_step, judges.steps(given.steps, given.every), skip=("context-mode",))
    if asked("memory"):
        table("search", memory.search, cases[::3], 40)
        if given.sessions:
            table("import", memory.imported, given.sessions)
        else:
            figures["left out"]["import"] = "give --sessions"
        table("sizes", memory.size)
        if given.locomo and "ctx" in tools:
            figures["LoCoMo"] = judges.guarded(tools["ctx"], memory.locomo, given.locomo)
            print(json.dumps(figures["LoCoMo"]), flush=True)
        else:
            figures["left out"]["LoCoMo"] = "give --locomo"
    if asked("bill"):
        figures["bill"], figures["prices"] = bill(given, tools, temporary)
        save(f"{given.json}.part", figures)
    for path in given.answers:
        judged_by_a_model(path, figures)
    if "ctx" in tools and asked("tokbench"):
        trial(given, tools["ctx"], figures)
    if asked("time"):
        figures["time"] = judges.cost_of_a_command(tools, given.rounds, ["true"])
        figures["time of 10 MB"] = judges.cost_of_a_command(tools, 3, ["bash", "-c", "seq 1 1400000"])
        if "ctx" in tools:
            figures["scale"] = judges.guarded(tools["ctx"], memory.grown)
            print(json.dumps(figures["scale"]), flush=True)
        print(json.dumps(figures["time"]), json.dumps(figures["time of 10 MB"]), flush=True)


def judged_by_a_model(path, figures):
    """The figures of docs/model.md: what each text is worth to a code model, or what it loses by it."""
    words = [sys.executable, f"{ROOT}/benches/model/judge.py", "table", path, "--json"]
    found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    share = found["figure"] == "worth"
    rows = {}
    for name, row in sorted(found["groups"]["all"]["texts"].items(), key=lambda pair: -pair[1]["tokens"]):
        numbers = [row["figure"], *row["interval"]]
        shown = [round(100 * number, 1) for number in numbers] if share else numbers
        rows[name] = {"rows": row["rows"], "tokens %": round(100 * row["tokens"], 1), "worth %" if share else "loss": shown[0], "interval": shown[1:]}
    figures["worth" if share else "loss"] = rows


def plain_verdicts(tool, claude, temporary):
    home = f"{temporary}/plain"
    os.makedirs(home)
    return permissions.verdicts(claude, home, tool.env() | {"HOME": home})


def trial(given, ctx, figures):
    runs = sessions.tokbench_runs(given.tokbench)
    figures["tokbench"] = sessions.tokbench_arms(runs)
    figures["tokbench replayed"] = {
        "ctx, shell digests": sessions.tokbench_ctx(runs, given.fold_judge, lambda module, path: sessions.shell_digests(ctx, module, path)),
        "ctx, folded": sessions.tokbench_ctx(runs, given.fold_judge, lambda module, path: folded(ctx, path)),
    }
    print(json.dumps(figures["tokbench replayed"]), flush=True)


def folded(ctx, path):
    done = subprocess.run([ctx.exe, "fold", "--replay", path], capture_output=True, text=True, env=ctx.env(), check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def bill(given, tools, temporary):
    """Whole sessions: nothing, plain windows, each tool's digests of shell results alone, and ctx with folding; then other prices."""
    templates = {}
    for name, tool in tools.items():
        if name != "context-mode":
            templates[f"{name}, shell results"] = f"{sys.executable} {HERE}/replay.py {name} {tool.exe} {temporary}/replay-{name} {given.fold_judge} {{file}}"
    if "ctx" in tools:
        fold = f"env HOME={tools['ctx'].home} {tools['ctx'].exe} fold --replay {{file}}"
        templates |= {"ctx, folded": fold, "ctx, folded gently": f"{fold} --strength gentle"}
    try:
        sums, printed = sessions.bill(given.fold_judge, given.sessions, templates, "anthropic")
        print(printed, flush=True)
        prices = sessions.other_prices(given.fold_judge, given.sessions, fold) if "ctx" in tools else {}
        print(json.dumps(prices), flush=True)
    except Missing as reason:
        return {"ctx": {"not run": str(reason)}}, {}
    return {name: sessions.bill_row(sums[name]) for name in sums}, prices


if __name__ == "__main__":
    sys.exit(main())
