"""Random legal replies, read by the packages of OpenAI and Anthropic: a reply is the same whole and streamed, and its end is legal."""
import json, sys
from typing import Literal
from anthropic import Anthropic
from openai import LengthFinishReasonError, OpenAI
from pydantic import BaseModel

url, sets, rounds = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
openai = OpenAI(base_url=url + "/v1", api_key="unused", max_retries=0)
anthropic = Anthropic(base_url=url, api_key="unused", max_retries=0)


class Part(BaseModel):
    name: str
    size: int | float | None
    kind: Literal["", "é ✓", "\"\\\n"]


class Report(BaseModel):
    parts: list[Part]
    done: bool
    of: Part | str


def chat(stream, messages, tools, choice, answer):
    asked = dict(model="m", messages=messages)
    if tools:
        asked["tools"] = [{"type": "function", "function": {"name": n, "parameters": s, "strict": True}} for n, s in tools.items()]
        asked["tool_choice"] = choice
    if answer:
        asked["response_format"] = answer
    try:
        if stream:
            with openai.chat.completions.stream(**asked, stream_options={"include_usage": True}) as s:
                reply = s.get_final_completion()
        else:
            reply = openai.chat.completions.parse(**asked)
    except LengthFinishReasonError as cut:
        reply = cut.completion
    m = reply.choices[0].message
    calls = m.tool_calls or []
    next = [m.model_dump(exclude_none=True, exclude={"parsed"})]
    next += [{"role": "tool", "tool_call_id": c.id, "content": "✓ \"done\""} for c in calls]
    return m.content or "", [(c.function.name, c.function.arguments) for c in calls], reply.choices[0].finish_reason, next, reply.usage


def responses(stream, messages, tools, choice, answer):
    asked = dict(model="m", input=messages, store=False)
    if tools:
        asked["tools"] = [{"type": "function", "name": n, "parameters": s, "strict": True} for n, s in tools.items()]
        asked["tool_choice"] = choice
    if answer:
        asked["text_format"] = answer
    if stream:
        reply = None
        with openai.responses.stream(**asked) as s:
            for event in s:
                if event.type == "response.incomplete":
                    reply = event.response
            reply = reply or s.get_final_response()
    else:
        reply = openai.responses.parse(**asked)
    calls = [o for o in reply.output if o.type == "function_call"]
    next = [o.model_dump(exclude_none=True, exclude={"parsed_arguments"}) for o in calls]
    next += [{"type": "function_call_output", "call_id": c.call_id, "output": "✓ \"done\""} for c in calls]
    finish = {"completed": "tool_calls" if calls else "stop", "incomplete": "length"}[reply.status]
    return reply.output_text, [(c.name, c.arguments) for c in calls], finish, next, reply.usage


def messages(stream, messages, tools, choice, answer):
    asked = dict(model="m", max_tokens=5000, messages=messages)
    if tools:
        asked["tools"] = [{"name": n, "input_schema": s} for n, s in tools.items()]
        asked["tool_choice"] = {"type": {"required": "any"}.get(choice, choice)}
    if answer:
        asked["output_format"] = answer
    if stream:
        with anthropic.messages.stream(**asked) as s:
            reply = s.get_final_message()
    else:
        reply = anthropic.messages.parse(**asked)
    calls = [b for b in reply.content if b.type == "tool_use"]
    next = [{"role": "assistant", "content": [b.model_dump(include={"type", "text", "id", "name", "input"}, exclude_none=True)
                                              for b in reply.content]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": b.id, "content": "✓ \"done\""} for b in calls]}]
    finish = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}[reply.stop_reason]
    text = "".join(b.text for b in reply.content if b.type == "text")
    return text, [(b.name, json.dumps(b.input, allow_nan=False)) for b in calls], finish, next, reply.usage


seen = []
for n in range(rounds):
    tools = sets[n % len(sets)]
    choice = ("auto", "required", "auto", "none")[n // len(sets) % 4] if tools else "none"
    answer = Report if n % 3 == 0 else None
    for ask in (chat, responses, messages):
        history = [{"role": "user", "content": f"Do task {n} — «now»."}]
        for step in range(2):
            replies = [ask(stream, history, tools, choice, answer) for stream in (False, True)]
            where = f"{ask.__name__}, request {n}, step {step}: {replies}"
            assert replies[0][:3] == replies[1][:3], where
            text, calls, finish, next, usage = replies[1]
            assert usage.model_dump() == replies[0][4].model_dump(), where
            assert finish == "length" or finish == ("tool_calls" if calls else "stop"), where
            assert calls or choice != "required", where
            assert not calls or choice != "none", where
            if answer and finish == "stop":
                Report.model_validate_json(text)
            seen.append([n % len(sets), ask.__name__, calls])
            if not calls:
                break
            history, choice = history + next, "auto"
print(json.dumps(seen))
