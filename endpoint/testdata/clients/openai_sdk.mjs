// A two-tool task with the openai package of npm: chat completions, whole and streaming.
import { createRequire } from "node:module";
const require = createRequire(process.env.SHORTLEASH_CLIENTS + "/npm/package.json");
const OpenAI = require("openai").default;

const client = new OpenAI({ baseURL: process.argv[2] + "/v1", apiKey: "unused", maxRetries: 0 });
const item = { type: "string", maxLength: 20 };
const stock = { look_up: () => ({ count: 2 }), order: (a) => ({ ordered: a.count }) };

async function run(stream) {
  const calls = [];
  const tool = (name, properties) => ({
    type: "function",
    function: {
      name,
      parameters: { type: "object", properties, required: Object.keys(properties) },
      parse: JSON.parse,
      function: (args) => {
        calls.push([name, args]);
        return JSON.stringify(stock[name](args));
      },
    },
  });
  const runner = client.chat.completions.runTools({
    model: "m",
    stream,
    messages: [{ role: "user", content: "See that there are 5 lamps." }],
    tools: [tool("look_up", { item }), tool("order", { item, count: { type: "integer", minimum: 1, maximum: 9 } })],
  });
  return { text: await runner.finalContent(), calls };
}

const done = process.argv.includes("streams") ? [] : [await run(false)];
console.log(JSON.stringify([...done, await run(true)]));
