#!/usr/bin/env python3
"""How likely a code model finds what an agent did next: with the whole text, and with what a tool shows instead.

  judge.py fetch FOLDER                                        the model, from Python's package registry
  judge.py steps STEPS.jsonl[.xz] TEXTS.xz --tool NAME='ctx store --cmd {cmd} --exit {exit}' [--limit N] [--peers FOLDER]
  judge.py blocks STEPS.jsonl[.xz] TEXTS.xz [--limit N]        each output without each of its blocks of lines
  judge.py sessions FOLDER TEXTS.xz --tool NAME='ctx fold --replay {file}' [--points N]
  judge.py ask TEXTS.xz FOLDER ANSWERS.jsonl [--seconds N]     needs torch, transformers and gguf; a GPU for sessions
  judge.py table ANSWERS.jsonl [--json]                        the figures

`--model small` (fetch, ask) takes a model of 135 million parameters, for a sample on a processor. docs/model.md says what the
figures mean."""
import argparse, json, lzma, os, random, sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import model, texts

# Draws of the bootstrap, and the fewest rows that a group of its own needs.
DRAWS, LEAST_ROWS = 200, 15
# What the names of plain cuts begin with, by the text that they are cut from.
OF_THE_SAME_SIZE = {"raw": "ends of ", "whole": "newest of "}


def total(rows, name):
    return sum(sum(row["likely"][name]) for row in rows)


def worth(rows, name):
    """Steps: the share of what the raw output is worth, where no output at all is worth nothing."""
    nothing = total(rows, "none")
    return (total(rows, name) - nothing) / (total(rows, "raw") - nothing)


def loss(rows, name):
    """Sessions: how much less likely the next step is than with the whole conversation, in nats a token."""
    return (total(rows, "whole") - total(rows, name)) / sum(len(row["likely"]["whole"]) for row in rows)


def figures(rows):
    """For each group of rows: each text's share of tokens and its figure, with an interval over all rows."""
    base = rows[0]["base"]
    figure = worth if base == "raw" else loss
    groups = {"all": rows}
    for name in sorted({row["group"] for row in rows}):
        groups[name] = [row for row in rows if row["group"] == name]
    result = {}
    for group, members in groups.items():
        if len(members) < LEAST_ROWS and group != "all":
            continue
        chance, shown = random.Random(1), {}
        for name in sorted({name for row in members for name in row["likely"]}):
            # A tool is judged by the rows that have a text of it.
            judged = [row for row in members if name in row["likely"]]
            share = sum(row["tokens"][name] for row in judged) / sum(row["tokens"][base] for row in judged)
            shown[name] = {"rows": len(judged), "tokens": round(share, 4), "figure": round(figure(judged, name), 4)}
            if group == "all":
                draws = sorted(figure([chance.choice(judged) for _ in judged], name) for _ in range(DRAWS))
                shown[name]["interval"] = [round(draws[DRAWS // 40], 4), round(draws[-1 - DRAWS // 40], 4)]
        if group == "all":
            for name in shown:
                if (cut := OF_THE_SAME_SIZE[base] + name) in shown:
                    shown[name]["above"] = difference(members, figure, name, cut)
        result[group] = {"rows": len(members), "texts": shown}
    return {"figure": figure.__name__, "groups": result}


def difference(rows, figure, name, cut):
    """How far a tool is from a plain cut of the same size, with an interval over rows that both share."""
    chance = random.Random(2)
    draws = [[chance.choice(rows) for _ in rows] for _ in range(DRAWS)]
    found = sorted(figure(draw, name) - figure(draw, cut) for draw in draws)
    return [round(value, 4) for value in (figure(rows, name) - figure(rows, cut), found[DRAWS // 40], found[-1 - DRAWS // 40])]


def printed(found):
    lines = []
    as_share = found["figure"] == "worth"
    value = (lambda number: f"{number:.1%}") if as_share else (lambda number: f"{number:.4f}")
    for group, members in found["groups"].items():
        lines += [f"{group}: {members['rows']}"]
        for name, row in sorted(members["texts"].items(), key=lambda pair: pair[1]["tokens"]):
            interval = f"  [{', '.join(map(value, row['interval']))}]" if "interval" in row else ""
            some = f"  of {row['rows']}" if row["rows"] < members["rows"] else ""
            if "above" in row:
                more, low, high = map(value, row["above"])
                some += f"  {more} from its plain cut [{low}, {high}]"
            lines.append(f"  {name:32} tokens {row['tokens']:6.1%}  {found['figure']} {value(row['figure'])}{interval}{some}")
    return "\n".join(lines)


def write(rows, target):
    with lzma.open(target, "wt", encoding="utf-8", preset=3) as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{len(rows)} rows, {os.path.getsize(target):,} bytes")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb, count, most in (("steps", "--limit", 900), ("sessions", "--points", 200)):
        made = verbs.add_parser(verb)
        made.add_argument("source")
        made.add_argument("target")
        made.add_argument("--tool", action="append", default=[], metavar="NAME=COMMAND")
        made.add_argument(count, type=int, default=most, dest="most")
    verbs.choices["steps"].add_argument("--peers", metavar="FOLDER", help="where benches/peers/compare.py installed the peers")
    cut = verbs.add_parser("blocks")
    cut.add_argument("source")
    cut.add_argument("target")
    cut.add_argument("--limit", type=int, default=900)
    cut.add_argument("--blocks", type=int, default=16, help="the most blocks of one output")
    fetched = verbs.add_parser("fetch")
    fetched.add_argument("folder")
    asked = verbs.add_parser("ask")
    for name in ("source", "folder", "target"):
        asked.add_argument(name)
    asked.add_argument("--seconds", type=float, default=540)
    for verb in (fetched, asked):
        verb.add_argument("--model", choices=sorted(model.MODELS), default="large")
    table = verbs.add_parser("table")
    table.add_argument("source")
    table.add_argument("--json", action="store_true")
    return parser.parse_args()


def made_texts(given):
    if given.verb == "blocks":
        return texts.blocks(given.source, given.blocks, given.limit)
    tools = dict(tool.split("=", 1) for tool in given.tool)
    if given.verb == "steps":
        return texts.steps(given.source, tools, given.most, given.peers)
    return texts.sessions(given.source, tools, given.most)


def main():
    given = arguments()
    if given.verb == "fetch":
        print(model.fetch(given.model, given.folder))
    elif given.verb == "ask":
        model.ask(given.model, given.source, given.folder, given.target, given.seconds)
    elif given.verb == "table":
        with open(given.source, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        if not rows:
            raise SystemExit(f"{given.source} holds no answers: run `ask` first")
        found = figures(rows)
        print(json.dumps(found, indent=1) if given.json else printed(found))
    else:
        write(made_texts(given), given.target)


if __name__ == "__main__":
    main()
