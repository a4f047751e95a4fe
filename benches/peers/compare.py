#!/usr/bin/env python3
"""Compares ctx with its peers on the same data in one run, and writes docs/comparison.md and a JSON of all figures.

    python3 benches/peers/compare.py [--ctx BIN] [--peers DIR] [--rtk DIR] [--steps FILE] [--fold-judge FILE --sessions DIR] [--tokbench DIR]

Without further words it installs the peers (pinned versions) into a temporary folder and runs the judges whose data are in this
repository: reports, lossless, faithful, time. The recordings behind the other judges belong to other people and are given by folder.
--check compares docs/comparison.md with the JSON and runs nothing."""
import argparse, json, os, platform, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import judges, page
from tools import CLASSES, PINNED, Missing, install, program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--ctx", default=f"{ROOT}/target/release/ctx", help="the ctx to compare [default: target/release/ctx]")
    p.add_argument("--peers", help="where the peers are installed, kept for the next run [default: a temporary folder]")
    p.add_argument("--rtk", help="a checkout of rtk to build")
    p.add_argument("--only", help="tools, separated by commas")
    p.add_argument("--steps", help="recorded steps (JSON lines, may be .xz) for the judge of the next step")
    p.add_argument("--fold-judge", help="the program that judges folds")
    p.add_argument("--sessions", help="whole recorded sessions for the judge of folds")
    p.add_argument("--tokbench", help="a checkout of the public trial tokbench")
    p.add_argument("--every", type=int, default=1, help="take every Nth case, for a quick look")
    p.add_argument("--rounds", type=int, default=40, help="rounds of the measurement of time")
    p.add_argument("--json", default=f"{ROOT}/benches/peers/figures.json")
    p.add_argument("--page", default=f"{ROOT}/docs/comparison.md")
    p.add_argument("--check", action="store_true", help="compare the page with the JSON and end")
    return p.parse_args()


def main():
    given = arguments()
    if given.check:
        return page.check(given.json, given.page)
    start = time.time()
    names = given.only.split(",") if given.only else ["ctx", *PINNED]
    with tempfile.TemporaryDirectory() as temporary:
        root = os.path.abspath(given.peers or f"{temporary}/peers")
        failed = install(root, given.rtk, [name for name in names if name != "ctx"])
        failed |= {name: "not asked for in this run" for name in PINNED if name not in names}
        tools = {}
        for name in names:
            exe = os.path.abspath(given.ctx) if name == "ctx" else program(root, name)
            if name not in failed and exe and os.path.exists(exe):
                tools[name] = CLASSES[name](exe, f"{temporary}/home-{name}")
        figures = {"versions": versions(given.ctx, ["ctx", *PINNED]), "not installed": failed, "machine": f"{platform.machine()}, {os.cpu_count()} cores"}
        figures |= measure(given, tools)
    figures["seconds"] = round(time.time() - start)
    with open(given.json, "w") as out:
        json.dump(figures, out, indent=1, sort_keys=True)
        out.write("\n")
    with open(given.page, "w") as out:
        out.write(page.render(figures))
    print(f"{given.json} and {given.page} are written; {figures['seconds']} s")
    return 0


def versions(ctx, names):
    own = subprocess.run([ctx, "--version"], capture_output=True, text=True).stdout.split()
    return {name: own[1] if name == "ctx" else PINNED[name][0] for name in names}


def measure(given, tools):
    figures = {}

    def table(name, judge, *more, skip=()):
        figures[name] = {}
        for tool in tools:
            if tool not in skip:
                figures[name][tool] = judges.guarded(tools[tool], judge, *more)
                short = {key: value for key, value in figures[name][tool].items() if key != "per case"}
                print(f"{name:12}{tool:14}{json.dumps(short)}", flush=True)

    cases = judges.fixtures(ROOT, given.every)
    table("reports", judges.reports, cases, skip=("context-mode",))
    if "context-mode" in tools:
        # Its server needs seconds to start, so it gets every fourth case.
        figures["reports"]["context-mode"] = judges.guarded(tools["context-mode"], judges.reports, cases[::4])
    table("lossless", judges.lossless, cases[::5])
    table("faithful", judges.faithful)
    figures["time"] = judges.cost_of_a_command(tools, given.rounds, ["true"])
    figures["time of 10 MB"] = judges.cost_of_a_command(tools, 5, ["bash", "-c", "seq 1 1400000"])
    if given.steps:
        table("next step", judges.next_step, judges.steps(given.steps, given.every), skip=("context-mode",))
    if given.fold_judge and given.sessions:
        figures["bill"] = bill(given, tools)
    if given.tokbench:
        runs = judges.tokbench_runs(given.tokbench)
        figures["tokbench"] = judges.tokbench_arms(runs)
        if given.fold_judge:
            figures["tokbench replayed"] = {
                "ctx, shell digests": judges.tokbench_ctx(runs, given.fold_judge, lambda module, path: judges.shell_digests(tools["ctx"], module, path)),
                "ctx, folded": judges.tokbench_ctx(runs, given.fold_judge, lambda module, path: folded(tools["ctx"], path)),
            }
            print(json.dumps(figures["tokbench replayed"]))
    return figures


def folded(ctx, path):
    done = subprocess.run([ctx.exe, "fold", "--replay", path], capture_output=True, text=True, env=ctx.env(), check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def bill(given, tools):
    """Whole sessions: nothing, plain windows, each tool's digests of shell results alone, and ctx with folding."""
    here = os.path.dirname(os.path.abspath(__file__))
    templates = {}
    for name, tool in tools.items():
        if name not in ("context-mode",):
            templates[f"{name}, shell results"] = f"{sys.executable} {here}/replay.py {name} {tool.exe} {tool.home} {given.fold_judge} {{file}}"
    templates["ctx, folded"] = f"env HOME={tools['ctx'].home} {tools['ctx'].exe} fold --replay {{file}}"
    sums, printed = judges.bill(given.fold_judge, given.sessions, templates, "anthropic")
    print(printed)
    rows = {}
    for name, r in sums.items():
        rows[name] = {"context %": judges.percent(r["sent"], r["sent0"]), "cost %": judges.percent(r["cost"], r["cost0"]),
                      "net %": judges.percent(r["cost"] + r.get("again", 0), r["cost0"]),
                      "lost %": round(100 * r.get("lost", 0) / max(1, r["uses"]), 2), "calls touched %": round(100 * r.get("touched", 0) / r["calls"], 2)}
    return rows


if __name__ == "__main__":
    sys.exit(main())
