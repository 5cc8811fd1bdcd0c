// Random legal replies, read by the openai package of npm: a reply is the same whole and streamed, and its end is legal.
import assert from "node:assert";
import { createRequire } from "node:module";
const require = createRequire(process.env.SHORTLEASH_CLIENTS + "/npm/package.json");
const OpenAI = require("openai").default;

const [url, sets, rounds] = [process.argv[2], JSON.parse(process.argv[3]), Number(process.argv[4])];
const client = new OpenAI({ baseURL: url + "/v1", apiKey: "unused", maxRetries: 0 });

async function chat(stream, messages, tools, choice) {
  const asked = { model: "m", messages };
  if (tools.length) {
    asked.tools = tools.map(([name, parameters]) => ({ type: "function", function: { name, parameters } }));
    asked.tool_choice = choice;
  }
  const reply = stream ? await client.chat.completions.stream(asked).finalChatCompletion() : await client.chat.completions.create(asked);
  const { message, finish_reason } = reply.choices[0];
  const calls = message.tool_calls ?? [];
  const next = [message, ...calls.map((c) => ({ role: "tool", tool_call_id: c.id, content: '✓ "done"' }))];
  return [message.content ?? "", calls.map((c) => [c.function.name, c.function.arguments]), finish_reason, next];
}

async function responses(stream, input, tools, choice) {
  const asked = { model: "m", input, store: false };
  if (tools.length) {
    asked.tools = tools.map(([name, parameters]) => ({ type: "function", name, parameters, strict: true }));
    asked.tool_choice = choice;
  }
  const reply = stream ? await client.responses.stream(asked).finalResponse() : await client.responses.create(asked);
  const made = reply.output.filter((o) => o.type === "function_call");
  const next = made.map(({ parsed_arguments, ...o }) => o);
  next.push(...made.map((c) => ({ type: "function_call_output", call_id: c.call_id, output: '✓ "done"' })));
  const finish = { completed: made.length ? "tool_calls" : "stop", incomplete: "length" }[reply.status];
  return [reply.output_text, made.map((c) => [c.name, c.arguments]), finish, next];
}

const seen = [];
for (let n = 0; n < rounds; n++) {
  const tools = Object.entries(sets[n % sets.length]);
  for (const ask of [chat, responses]) {
    const history = [{ role: "user", content: `Do task ${n} — «now».` }];
    let choice = tools.length ? ["auto", "required", "auto", "none"][Math.floor(n / sets.length) % 4] : "none";
    for (let step = 0; step < 2; step++) {
      const [whole, streamed] = [await ask(false, history, tools, choice), await ask(true, history, tools, choice)];
      const where = `${ask.name}, request ${n}, step ${step}: ${JSON.stringify([whole, streamed])}`;
      assert.deepStrictEqual(whole.slice(0, 3), streamed.slice(0, 3), where);
      const [, calls, finish, next] = streamed;
      assert(finish === "length" || finish === (calls.length ? "tool_calls" : "stop"), where);
      assert(choice === "auto" || (choice === "required") === calls.length > 0, where);
      seen.push([n % sets.length, ask.name, calls]);
      if (!calls.length) break;
      history.push(...next);
      choice = "auto";
    }
  }
}
console.log(JSON.stringify(seen));
