"""A two-tool task with the openai package: chat completions and responses, whole and streaming."""
import json, sys
from openai import LengthFinishReasonError, OpenAI, pydantic_function_tool
from pydantic import BaseModel, Field

client = OpenAI(base_url=sys.argv[1] + "/v1", api_key="unused", max_retries=0)


class look_up(BaseModel):
    """How many of an item are in stock."""
    item: str = Field(max_length=20)


class order(BaseModel):
    """Orders some of an item."""
    item: str = Field(max_length=20)
    count: int = Field(ge=1, le=9)


stock = {"look_up": lambda a: {"count": 2}, "order": lambda a: {"ordered": a["count"]}}
tools = [pydantic_function_tool(look_up), pydantic_function_tool(order)]


def chat(stream):
    messages, calls = [{"role": "user", "content": "See that there are 5 lamps."}], []
    while True:
        if stream:
            with client.chat.completions.stream(model="m", messages=messages, tools=tools,
                                                stream_options={"include_usage": True}) as s:
                try:
                    for _ in s:
                        pass
                    reply = s.get_final_completion()
                    assert reply.usage.total_tokens > 0
                except LengthFinishReasonError as cut:  # a small model does not know when to end; it comes before the usage
                    reply = cut.completion
        else:
            reply = client.chat.completions.parse(model="m", messages=messages, tools=tools)
        message = reply.choices[0].message
        if not message.tool_calls:
            return {"text": message.content, "calls": calls}
        messages.append(message.model_dump(exclude_none=True, exclude={"parsed"}))
        for c in message.tool_calls:
            assert c.function.parsed_arguments is not None
            calls.append([c.function.name, json.loads(c.function.arguments)])
            result = stock[c.function.name](json.loads(c.function.arguments))
            messages.append({"role": "tool", "tool_call_id": c.id, "content": json.dumps(result)})


def responses(stream):
    flat = [{"type": "function", **t["function"]} for t in tools]
    items, calls = [{"role": "user", "content": "See that there are 5 lamps."}], []
    while True:
        if stream:
            with client.responses.stream(model="m", input=items, tools=flat, store=False) as s:
                reply = None
                for event in s:
                    if event.type == "response.incomplete":  # a small model does not know when to end
                        reply = event.response
                reply = reply or s.get_final_response()
        else:
            reply = client.responses.create(model="m", input=items, tools=flat, store=False)
        made = [o for o in reply.output if o.type == "function_call"]
        if not made:
            return {"text": reply.output_text, "calls": calls}
        for c in made:
            calls.append([c.name, json.loads(c.arguments)])
            items.append({"type": "function_call", "call_id": c.call_id, "name": c.name, "arguments": c.arguments})
            items.append({"type": "function_call_output", "call_id": c.call_id,
                          "output": json.dumps(stock[c.name](json.loads(c.arguments)))})


ways = [True] if "streams" in sys.argv else [False, True]
print(json.dumps([run(stream) for run in (chat, responses) for stream in ways]))
