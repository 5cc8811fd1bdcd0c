"""A two-tool task with langchain-openai, chat completions and responses, and with langchain-ollama; whole and streaming."""
import json, sys
from typing import Annotated
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from pydantic import Field

Item = Annotated[str, Field(max_length=20)]


@tool
def look_up(item: Item) -> dict:
    """How many of an item are in stock."""
    return {"count": 2}


@tool
def order(item: Item, count: Annotated[int, Field(ge=1, le=9)]) -> dict:
    """Orders some of an item."""
    return {"ordered": count}


tools = {t.name: t for t in (look_up, order)}


def run(chat, stream):
    model = chat.bind_tools(list(tools.values()))
    messages, calls = [HumanMessage("See that there are 5 lamps.")], []
    while True:
        if stream:
            reply = None
            for chunk in model.stream(messages):
                reply = chunk if reply is None else reply + chunk
        else:
            reply = model.invoke(messages)
        assert not reply.invalid_tool_calls and reply.usage_metadata["total_tokens"] > 0
        messages.append(reply)
        if not reply.tool_calls:
            return {"text": reply.text, "calls": calls}
        for call in reply.tool_calls:
            calls.append([call["name"], call["args"]])
            messages.append(tools[call["name"]].invoke(call))


openai = dict(model="m", base_url=sys.argv[1] + "/v1", api_key="unused", max_retries=0, stream_usage=True)
chats = [ChatOpenAI(**openai), ChatOpenAI(**openai, use_responses_api=True), ChatOllama(model="m", base_url=sys.argv[1])]
ways = [True] if "streams" in sys.argv else [False, True]
print(json.dumps([run(chat, stream) for chat in chats for stream in ways]))
