"""A two-tool task with the anthropic package, whole and streaming."""
import json, sys
from anthropic import Anthropic

client = Anthropic(base_url=sys.argv[1], api_key="unused", max_retries=0)
item = {"type": "string", "maxLength": 20}
tools = [
    {"name": "look_up", "description": "how many are in stock",
     "input_schema": {"type": "object", "properties": {"item": item}, "required": ["item"]}},
    {"name": "order", "description": "orders some",
     "input_schema": {"type": "object", "properties": {"item": item, "count": {"type": "integer", "minimum": 1, "maximum": 9}},
                      "required": ["item", "count"]}},
]
stock = {"look_up": lambda a: {"count": 2}, "order": lambda a: {"ordered": a["count"]}}


def run(stream):
    messages, calls = [{"role": "user", "content": "See that there are 5 lamps."}], []
    while True:
        asked = dict(model="m", max_tokens=500, system="You keep a shop.", messages=messages, tools=tools)
        assert client.messages.count_tokens(model="m", messages=messages, tools=tools).input_tokens > 0
        if stream:
            with client.messages.stream(**asked) as s:
                for _ in s:
                    pass
                reply = s.get_final_message()
        else:
            reply = client.messages.create(**asked)
        uses = [b for b in reply.content if b.type == "tool_use"]
        assert (reply.stop_reason == "tool_use") == bool(uses)
        if not uses:
            return {"text": "".join(b.text for b in reply.content), "calls": calls}
        messages.append({"role": "assistant", "content": [b.model_dump(exclude_none=True) for b in reply.content]})
        results = []
        for b in uses:
            calls.append([b.name, b.input])
            results.append({"type": "tool_result", "tool_use_id": b.id, "content": json.dumps(stock[b.name](b.input))})
        messages.append({"role": "user", "content": results})


ways = [True] if "streams" in sys.argv else [False, True]
print(json.dumps([run(stream) for stream in ways]))
