// A bot in Node.js for `program = ["node", "echo.mjs"]`: answers every question by its default.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { t, id, decision } = JSON.parse(line);
  if (t === 'choose') console.log(JSON.stringify({ id, answer: decision.default }));
  else if (id !== undefined) console.log(JSON.stringify({ id, answer: null }));
}
