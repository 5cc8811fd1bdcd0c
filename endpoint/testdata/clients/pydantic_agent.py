"""A two-tool task with pydantic-ai: chat completions and responses, whole and streaming."""
import asyncio, json, sys
from typing import Annotated
from openai import AsyncOpenAI
from pydantic import Field
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

client = AsyncOpenAI(base_url=sys.argv[1] + "/v1", api_key="unused", max_retries=0)
Item = Annotated[str, Field(max_length=20)]


async def run(kind, stream):
    calls = []
    agent = Agent(kind("m", provider=OpenAIProvider(openai_client=client)), system_prompt="You keep a shop.", retries=0)

    @agent.tool_plain
    def look_up(item: Item) -> dict:
        """How many of an item are in stock."""
        calls.append(["look_up", {"item": item}])
        return {"count": 2}

    @agent.tool_plain
    def order(item: Item, count: Annotated[int, Field(ge=1, le=9)]) -> dict:
        """Orders some of an item."""
        calls.append(["order", {"item": item, "count": count}])
        return {"ordered": count}

    task = "See that there are 5 lamps."
    if stream:
        async with agent.run_stream(task) as reply:
            text = await reply.get_output()
    else:
        text = (await agent.run(task)).output
    return {"text": text, "calls": calls}


async def main():
    ways = [True] if "streams" in sys.argv else [False, True]
    print(json.dumps([await run(kind, stream) for kind in (OpenAIChatModel, OpenAIResponsesModel) for stream in ways]))


asyncio.run(main())
