"""An independent reader of transcripts, for the import bench: what is there to find, by hash.

    transcripts.py count DIR          JSON: objects, bad lines, tool results
    transcripts.py recall DIR EXPORT  which tool results of DIR are missing in the output of `ctx store --export --raw`
"""

import hashlib
import json
import os
import sys

DECODER = json.JSONDecoder()
BLANKS = " \t\r\n"


def files(root):
    if os.path.isfile(root):
        yield root
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            if name.endswith((".jsonl", ".json")) and not name.endswith(".meta.json"):
                yield os.path.join(folder, name)


def values(text):
    """The values that stand in `text` one after the other; raises ValueError where it stops being JSON."""
    at = 0
    while True:
        while at < len(text) and text[at] in BLANKS:
            at += 1
        if at == len(text):
            return
        value, at = DECODER.raw_decode(text, at)
        yield value


def read(path, found, counts):
    data = open(path, "rb").read()
    parts = [data] if path.endswith(".json") else data.split(b"\n")
    for part in parts:
        if not part.strip(b" \t\r"):
            continue
        try:
            for value in values(part.decode("utf-8-sig")):
                counts["values"] += 1
                results(value, found)
        except (ValueError, RecursionError):
            counts["bad_lines"] += 1


def joined(content):
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return None
    texts = [b if isinstance(b, str) else b.get("text") for b in content if isinstance(b, (str, dict))]
    texts = [text for text in texts if isinstance(text, str)]
    return "\n".join(texts) if texts else None


def results(value, found):
    """Every tool result below `value`, in any of the shapes that agents write."""
    if isinstance(value, list):
        for item in value:
            results(item, found)
        return
    if not isinstance(value, dict):
        return
    kind = value.get("type")
    text = None
    if kind in ("tool_result", "tool-result") and "content" in value:
        text = joined(value["content"])
    elif kind in ("function_call_output", "custom_tool_call_output"):
        text = joined(value.get("output"))
    elif kind == "tool.execution_complete" and isinstance(value.get("data"), dict):
        result = value["data"].get("result")
        text = result.get("content") if isinstance(result, dict) else None
    elif kind == "tool" and isinstance(value.get("state"), dict):
        text = value["state"].get("output")
    elif kind == "tool.result" and isinstance(value.get("result"), dict):
        text = joined(value["result"].get("output"))
    elif value.get("role") in ("toolResult", "tool"):
        text = joined(value.get("content"))
    elif "functionResponse" in value and isinstance(value["functionResponse"], dict):
        response = value["functionResponse"].get("response")
        text = response.get("output") if isinstance(response, dict) else None
    if isinstance(text, str) and text:
        found.append(text)
        return
    # What tools are called with, and their answers once more in other words, are no results.
    for key, inner in value.items():
        if key not in ("toolUseResult", "input", "args", "arguments", "replacement_history"):
            results(inner, found)


def digest(text):
    # Half of a surrogate pair is no text: it is stored as the replacement character.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return hashlib.sha256(text.encode()).hexdigest()


def main():
    mode, root = sys.argv[1], sys.argv[2]
    counts = {"files": 0, "values": 0, "bad_lines": 0}
    wanted = {}
    for path in files(root):
        found = []
        read(path, found, counts)
        counts["files"] += 1
        for text in found:
            wanted.setdefault(digest(text), (path, text[:80]))
        counts["tool_results"] = counts.get("tool_results", 0) + len(found)
    if mode == "recall":
        have = set()
        with open(sys.argv[3], encoding="utf-8") as export:
            for line in export:
                entry = json.loads(line)
                if entry.get("ctx") == "entry" and isinstance(entry.get("text"), str):
                    have.add(digest(entry["text"]))
        missing = [wanted[key] for key in wanted if key not in have]
        counts["distinct"] = len(wanted)
        counts["missing"] = len(missing)
        for path, text in missing[:20]:
            print(f"missing: {path}: {text!r}", file=sys.stderr)
    print(json.dumps(counts))


main()
