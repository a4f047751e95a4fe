"""Answers lines of JSON: one tool result in, what headroom's documented `compress` leaves of it out."""
import json, sys

from headroom import compress

for line in sys.stdin:
    asked = json.loads(line)
    messages = [
        {"role": "user", "content": "Go on."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "bash", "arguments": json.dumps({"command": asked["command"]})}}]},
        {"role": "tool", "tool_call_id": "call_1", "content": asked["output"]},
    ]
    # By default the last four messages are left alone: the result must be older than that.
    messages += [{"role": role, "content": "Go on."} for role in ("assistant", "user") * 3]
    answer = compress(messages, model="gpt-4o")
    shown = next(message["content"] for message in answer.messages if message["role"] == "tool")
    print(json.dumps({"shown": shown}), flush=True)
