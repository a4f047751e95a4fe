"""Writes docs/comparison.md from the JSON of a run, checks that the page on disk is that page, and compares two runs."""
import json, os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Figures that depend on the machine's load. Two runs are compared without them.
TIMES = {"seconds", "processes", "runs", "run", "load", "median ms", "quartiles ms", "peak MB", "processor ms", "processor ms a text", "processor ms a question", "processor seconds", "store MB", "date", "ctx", "not installed"}


def cell(value):
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.4f}".rstrip("0") if value != round(value, 1) else f"{value:,.1f}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return " to ".join(cell(part) for part in value)
    return str(value)


def ordered(rows):
    """ctx first, then by name, whatever order the JSON has."""
    return sorted(rows.items(), key=lambda row: (not row[0].startswith("ctx"), row[0]))


def table(figures, name, columns):
    """A row for each tool; a tool that was not run keeps its row with the reason."""
    rows = figures.get(name)
    if not rows:
        return "*Not measured in this run.*"
    out = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for tool, row in ordered(rows):
        label = f"{tool} {figures['versions'][tool]}" if tool in figures["versions"] else tool
        if "not run" in row:
            out.append(f"| {label} | not run: {row['not run']}" + " |" * len(columns))
        else:
            out.append(f"| {label} | " + " | ".join(cell(row.get(column)) for column in columns) + " |")
    for tool, reason in ordered(figures["not installed"]):
        if name == "reports":
            out.append(f"| {tool} {figures['versions'][tool]} | not installed: {reason}" + " |" * len(columns))
    return "\n".join(out)


def better(figures):
    """For each peer the cases in which it is ahead of ctx, with the clearest example of each kind."""
    rows = figures.get("reports") or {}
    own = rows.get("ctx", {}).get("per case", {})
    lines = []
    for tool, row in ordered(rows):
        cases = row.get("per case", {})
        if tool == "ctx" or not cases or not own:
            continue

        def gain(name):
            return cases[name][0] - own[name][0], own[name][2] - cases[name][2]

        def example(names):
            if not names:
                return "–"
            best = max(names, key=gain)
            return f"`{best}`: {cases[best][0]} of {cases[best][1]} in {cases[best][2]:,} bytes, ctx {own[best][0]} in {own[best][2]:,}"

        more = [name for name in cases if gain(name)[0] > 0]
        fewer = [name for name in cases if gain(name)[0] < 0]
        shorter = [name for name in cases if gain(name)[0] == 0 and gain(name)[1] > 0]
        lines.append(f"| {tool} | {len(more)} | {example(more)} | {len(shorter)} | {example([name for name in shorter if cases[name][0] == cases[name][1]])} | {len(fewer)} |")
    head = ["| | cases with more needles than ctx | the clearest | as many in fewer bytes | the clearest with all needles | with fewer needles |", "|---|---|---|---|---|---|"]
    return "\n".join(head + lines)


def unseen(figures):
    rows = [f"| {row['what']} | {row['ctx']} | {row['beside']} |" for row in figures["unseen"]["rows"]]
    return "\n".join(["| | ctx | beside it, same data |", "|---|---|---|", *rows])


def changed_verdicts(figures):
    """The commands under a deny rule that ran with a tool."""
    lines = []
    for tool, row in ordered(figures.get("permissions") or {}):
        if row.get("changed"):
            lines.append(f"- {tool}: " + ", ".join(f"`{line}`" for line in row["changed"]))
    return "\n".join(lines) or "No verdict changed."


def runs(figures):
    """Which judges were measured with which ctx, where it was not one run."""
    by_run = {}
    for name, run in figures.get("runs", {}).items():
        by_run.setdefault(run, []).append(name)
        for earlier in sorted({row["run"] for row in figures[name].values() if isinstance(row, dict) and "run" in row}):
            by_run.setdefault(earlier, []).append(f"the peers' rows of {name}")
    if len(by_run) < 2:
        return "All tables come from one run."
    return "The tables come from several runs: " + "; ".join(f"{', '.join(sorted(names))} with {run}" for run, names in sorted(by_run.items())) + "."


TABLES = {
    "reports": ["cases", "needles kept %", "cases whole %", "median bytes", "quartiles bytes", "of the raw bytes %", "exit status kept %"],
    "next step": ["steps", "words kept %", "steps whole %", "of the bytes %"],
    "bill": ["context %", "cost %", "net %", "lost %", "copied %", "edits %", "calls touched %"],
    "prices": ["context %", "cost %", "net %", "lost %", "copied %", "edits %"],
    "worth": ["rows", "tokens %", "worth %", "interval"],
    "loss": ["rows", "tokens %", "loss", "interval"],
    "lossless": ["outputs", "printed whole", "shortened", "had back byte for byte", "%", "but for the last line end"],
    "faithful": ["statuses", "statuses kept", "pipes", "pipes right"],
    "permissions": ["commands", "same verdict", "ran, though refused without", "of these under a deny rule", "refused, though allowed without"],
    "time": ["processor ms", "median ms", "quartiles ms", "peak MB"],
    "time of 10 MB": ["processor ms", "median ms", "quartiles ms", "peak MB"],
    "search": ["texts", "processor ms a text", "questions", "processor ms a question", "answers with the line", "or with the command", "median bytes", "peak MB"],
    "import": ["sessions", "MB", "store MB", "processor seconds", "peak MB"],
    "sizes": ["files", "MB"],
    "scale": ["1,000 entries", "10,000 entries", "50,000 entries"],
    "LoCoMo": ["questions", "ctx recall of 10", "ctx MRR", "fts5 recall of 10", "fts5 MRR"],
    "tokbench": ["runs", "billed input tokens, median", "lowest", "highest", "turns, median", "tool results", "bytes of tool results"],
    "tokbench replayed": ["runs", "billed input tokens, median", "replayed, median", "of the bill %", "results shortened", "bytes shown", "words lost %", "calls touched %"],
}
MADE = {"better": better, "unseen": unseen, "changed verdicts": changed_verdicts, "runs": runs}


def render(figures):
    with open(f"{HERE}/page.md") as file:
        text = file.read()
    for name, columns in TABLES.items():
        text = text.replace("{{" + name + "}}", table(figures, name, columns))
    # What was learned from a tool is shown only where that tool was run.
    text = re.sub(r"^- \*\*([\w-]+)\*\* .*\n", lambda found: found.group() if figure(figures, f"reports:{found.group(1)}:cases") else "", text, flags=re.M)
    for name, make in MADE.items():
        text = text.replace("{{" + name + "}}", make(figures))
    return re.sub(r"\{\{([^}]+)\}\}", lambda found: cell(figure(figures, found.group(1))), text)


def figure(figures, path):
    """One figure by its path in the JSON, `reports:ctx:median bytes`; None where this run does not have it."""
    value = figures
    for part in path.split(":"):
        if not isinstance(value, dict) or part not in value:
            return None
        value = value[part]
    return value


README_ROW = ("| [docs/comparison.md](docs/comparison.md) | ctx beside {peers} on the same data: {{next step:ctx:words kept %}} % of the words that the next step needed in "
              "{{next step:ctx:of the bytes %}} % of the bytes, "
              "{{permissions:ctx:same verdict}} of {{permissions:ctx:commands}} permission verdicts unchanged; and where the others are better |")


def readme_row(figures):
    """The line of the README that links to the page, or None where this run lacks one of its figures."""
    text = README_ROW.replace("{peers}", ", ".join(sorted(name for name in figures.get("reports", {}) if name in figures["versions"] and name != "ctx")))
    paths = re.findall(r"\{\{([^}]+)\}\}", text)
    if any(figure(figures, path) is None for path in paths):
        return None
    return re.sub(r"\{\{([^}]+)\}\}", lambda found: cell(figure(figures, found.group(1))), text)


def write_readme(figures, path):
    row = readme_row(figures)
    with open(path) as file:
        lines = file.read().splitlines(keepends=True)
    with open(path, "w") as file:
        file.writelines(f"{row}\n" if row and line.startswith("| [docs/comparison.md]") else line for line in lines)


def written_by_hand():
    """Figures in the text around the tables that do not come from the JSON: percentages, decimals, bytes and times."""
    with open(f"{HERE}/page.md") as file:
        text = re.sub(r"\{\{[^}]*\}\}|`[^`]*`|\[[^\]]*\]\([^)]*\)", "", file.read())
    return re.findall(r"\d[\d.,]*(?= ?(?:%|ms|MB|KB|bytes|s\b|tokens))|\d+\.\d+", text)


def check(figures_path, page_path):
    with open(figures_path) as file:
        figures = json.load(file)
    wanted = render(figures)
    with open(page_path) as file:
        found = file.read()
    with open(f"{HERE}/../../README.md") as file:
        if readme_row(figures) not in (None, *file.read().splitlines()):
            print(f"README.md:1 differs from the figures; its row is\n  {readme_row(figures)}", file=sys.stderr)
            return 1
    if written_by_hand():
        print(f"benches/peers/page.md has figures that are not in the JSON: {', '.join(written_by_hand())}", file=sys.stderr)
        return 1
    if wanted == found:
        print(f"{page_path} agrees with {figures_path}")
        return 0
    for number, (ours, theirs) in enumerate(zip(wanted.splitlines(), found.splitlines()), 1):
        if ours != theirs:
            print(f"{page_path}:{number} differs from the figures:\n  page    {theirs}\n  figures {ours}", file=sys.stderr)
            break
    else:
        print(f"{page_path} has another number of lines than the figures give", file=sys.stderr)
    return 1


def leaves(value, path=()):
    """Every figure with its path, times and memory aside."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in TIMES:
                yield from leaves(part, (*path, key))
    else:
        # Some tools name temporary folders, so the size of one output may differ by some bytes.
        yield path, value[:2] if "per case" in path else value


def same(first_path, second_path):
    """Compares the counts of two runs, for the judges that both have. Returns 0 where all of them are equal."""
    with open(first_path) as one, open(second_path) as other:
        first, second = json.load(one), json.load(other)
    shared = {name for name in first.keys() & second.keys() if isinstance(first[name], dict)} - {"left out", "unseen", "scale", "sizes"}
    one, other = (dict(leaves({name: run[name] for name in shared})) for run in (first, second))
    different = [path for path in sorted(one.keys() | other.keys(), key=str) if one.get(path) != other.get(path)]
    for path in different[:40]:
        print(f"{' / '.join(path)}: {one.get(path)} and {other.get(path)}")
    for name in sorted((first.keys() ^ second.keys()) - TIMES):
        print(f"only in one of them: {name}")
    print(f"{len(one)} figures, {len(different)} differ")
    return 1 if different else 0
