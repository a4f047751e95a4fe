"""Writes docs/comparison.md from the JSON of a run, and checks that the page on disk is that page."""
import json, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))


def cell(value):
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".") if value != round(value, 1) else f"{value:,.1f}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return " to ".join(cell(part) for part in value)
    return str(value)


def ordered(rows):
    """ctx first, then by name, whatever order the JSON has."""
    return sorted(rows.items(), key=lambda row: (not row[0].startswith("ctx"), row[0]))


def table(figures, name, columns):
    """A row a tool; a tool that was not run keeps its row with the reason."""
    rows = figures.get(name)
    if not rows:
        return "*Not measured in this run: the data were not given.*"
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
    """For each peer the case where it served its reader best against ctx: more needles, or all of them in fewer bytes."""
    own = figures["reports"]["ctx"]["per case"]
    lines = []
    for tool, row in ordered(figures["reports"]):
        if tool == "ctx" or "per case" not in row:
            continue
        def gain(name):
            (kept, _, size), (ours, _, our_size) = row["per case"].get(name, own[name]), own[name]
            return kept - ours, our_size - size
        name = max(row["per case"], key=gain)
        (kept, all_of, size), (ours, _, our_size) = row["per case"][name], own[name]
        ahead = sum(gain(case) > (0, 0) and gain(case)[0] >= 0 for case in own)
        lines.append(f"| {tool} | {ahead} | `{name}` | {kept} of {all_of} in {size:,} bytes | {ours} of {all_of} in {our_size:,} bytes |")
    return "\n".join(["| | cases ahead of ctx | furthest ahead | it keeps | ctx keeps |", "|---|---|---|---|---|", *lines])


TABLES = {
    "reports": ("reports", ["cases", "needles kept %", "cases whole %", "median bytes", "of the raw bytes %", "exit status kept %"]),
    "next step": ("next step", ["steps", "words kept %", "steps whole %", "of the bytes %"]),
    "bill": ("bill", ["context %", "cost %", "net %", "lost %", "calls touched %"]),
    "lossless": ("lossless", ["shortened", "had back byte for byte", "%", "but for the last line end"]),
    "faithful": ("faithful", ["statuses", "statuses kept", "pipes", "pipes right"]),
    "time": ("time", ["median ms", "quartiles ms", "peak MB"]),
    "time of 10 MB": ("time of 10 MB", ["median ms", "quartiles ms", "peak MB"]),
    "tokbench": ("tokbench", ["runs", "billed input tokens, median", "lowest", "highest", "turns, median", "tool results", "bytes of tool results"]),
    "tokbench replayed": ("tokbench replayed", ["runs", "billed input tokens, median", "replayed, median", "of the bill %", "words lost %", "calls touched %"]),
}


def render(figures):
    with open(f"{HERE}/page.md") as file:
        text = file.read()
    for name, (key, columns) in TABLES.items():
        text = text.replace("{{" + name + "}}", table(figures, key, columns))
    text = text.replace("{{better}}", better(figures)).replace("{{machine}}", figures["machine"]).replace("{{seconds}}", cell(figures["seconds"]))
    while "{{" in text:
        path = text.split("{{", 1)[1].split("}}", 1)[0]
        value = figures
        for part in path.split(":"):
            value = value[part]
        text = text.replace("{{" + path + "}}", cell(value))
    return text


def check(figures_path, page_path):
    with open(figures_path) as file:
        wanted = render(json.load(file))
    with open(page_path) as file:
        found = file.read()
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
