// A two-tool task with Vercel's ai package, whole and streaming.
import { createRequire } from "node:module";
const require = createRequire(process.env.SHORTLEASH_CLIENTS + "/npm/package.json");
const { generateText, streamText, tool, stepCountIs, jsonSchema } = require("ai");
const { createOpenAICompatible } = require("@ai-sdk/openai-compatible");

const model = createOpenAICompatible({ name: "shortleash", baseURL: process.argv[2] + "/v1" })("m");
const item = { type: "string", maxLength: 20 };

async function run(stream) {
  const calls = [];
  const make = (name, properties, give) =>
    tool({
      inputSchema: jsonSchema({ type: "object", properties, required: Object.keys(properties) }),
      execute: async (args) => {
        calls.push([name, args]);
        return give(args);
      },
    });
  const asked = {
    model,
    maxRetries: 0,
    prompt: "See that there are 5 lamps.",
    stopWhen: stepCountIs(5),
    tools: {
      look_up: make("look_up", { item }, () => ({ count: 2 })),
      order: make("order", { item, count: { type: "integer", minimum: 1, maximum: 9 } }, (a) => ({ ordered: a.count })),
    },
  };
  const text = stream ? await streamText(asked).text : (await generateText(asked)).text;
  return { text, calls };
}

const done = process.argv.includes("streams") ? [] : [await run(false)];
console.log(JSON.stringify([...done, await run(true)]));
