"""Reads a recorded session of Claude Code or Codex into the items that are sent to the model, in their order."""
import json
from dataclasses import dataclass


@dataclass
class Item:
    role: str  # "user" or "assistant"
    kind: str  # "text", "input" (a tool call), "result" or "thinking"
    text: str
    id: str | None = None
    name: str = ""
    message: str | None = None  # the id of the assistant's message: items of one message are one answer


class Session:
    """The items of a session; `answers` holds the place of the first item of each answer of the model,
    `starts` the place from which the conversation is sent at that answer (later after a compaction)."""

    def __init__(self, path):
        self.path, self.items, compactions = path, [], []
        names = {}
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                row = parsed(line)
                if not isinstance(row, dict):
                    continue
                if isinstance(row.get("payload"), dict):
                    if row.get("type") == "compacted":
                        compactions.append(len(self.items))
                    elif row.get("type") == "response_item":
                        self.items += codex_items(row["payload"], names)
                elif not row.get("isSidechain"):
                    if row.get("isCompactSummary") or row.get("subtype") == "compact_boundary":
                        compactions.append(len(self.items))
                    self.items += claude_items(row.get("message"), names)
        self.answers = answers(self.items)
        self.starts = [max([at for at in compactions if at <= place], default=0) for place in self.answers]

    def answer(self, number):
        """The items of one answer."""
        end = self.answers[number + 1] if number + 1 < len(self.answers) else len(self.items)
        return [item for item in self.items[self.answers[number] : end] if item.role == "assistant"]

    def has_unique_ids(self):
        ids = [(item.id, item.kind) for item in self.items if item.id]
        return len(ids) == len(set(ids))


def parsed(line):
    try:
        return json.loads(line)
    except ValueError:
        return None


def codex_items(payload, names):
    kind, call = payload.get("type"), payload.get("call_id")
    if kind == "message":
        role = "assistant" if payload.get("role") == "assistant" else "user"
        return [Item(role, "text", joined(payload.get("content")))]
    if kind in ("function_call", "custom_tool_call", "local_shell_call"):
        names[call] = payload.get("name") or kind
        given = payload.get("arguments") or payload.get("input") or payload.get("action") or ""
        return [Item("assistant", "input", given if isinstance(given, str) else json.dumps(given), call, names[call])]
    if kind in ("function_call_output", "custom_tool_call_output"):
        output = payload.get("output")
        if isinstance(output, dict) and isinstance(output.get("content"), str):
            output = output["content"]
        elif isinstance(output, list):
            output = joined(output)
        elif not isinstance(output, str):
            output = json.dumps(output)
        return [Item("user", "result", output, call, names.get(call, ""))]
    return []


def claude_items(message, names):
    if not isinstance(message, dict):
        return []
    role = "assistant" if message.get("role") == "assistant" else "user"
    own = message.get("id") if role == "assistant" else None
    content = message.get("content")
    if isinstance(content, str):
        return [Item(role, "text", content, message=own)]
    items = []
    for block in content or []:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in ("text", "thinking"):
            items.append(Item(role, kind, block.get(kind) or "", message=own))
        elif kind == "tool_use":
            names[block.get("id")] = block.get("name", "")
            given = json.dumps(block.get("input") or {}, ensure_ascii=False)
            items.append(Item(role, "input", given, block.get("id"), block.get("name", ""), own))
        elif kind == "tool_result":
            call = block.get("tool_use_id")
            items.append(Item(role, "result", joined(block.get("content")), call, names.get(call, "")))
    return items


def joined(content):
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or [] if isinstance(part, dict))


def answers(items):
    """Where each answer begins: consecutive items of the assistant, split where the message id changes."""
    places, last = [], None
    for place, item in enumerate(items):
        if item.role != "assistant":
            last = None
        elif last is None or (item.message is not None and item.message != last):
            places.append(place)
            last = item.message or ""
        elif item.message is not None:
            last = item.message
    return places
