// A program in TypeScript: it claims and places what it can in Res Arcana, and wastes nothing.
//
//   npx openapi-typescript http://127.0.0.1:8000/openapi.json -o conclave.d.ts   # the types
//   conclave arena res_arcana 'node program.mts' random --games 20               # Node 22.18 or later

import { createInterface } from 'node:readline';

import type { components } from './conclave.d.ts';

type Decision = components['schemas']['Decision'];
type View = components['schemas']['View'];
type Line =
  | { t: 'choose' | 'consider'; id: number; match: string; decision: Decision; view: View }
  | { t: 'accept' | 'consent'; id: number }
  | { t: 'begin' | 'events' | 'end' };

const FIRST = ['claim', 'place'];
/** How often it ends its turn although it could do more: some powers can be used for ever. */
const RESTS = 0.01;

/** The key of an option, or null for the default. */
function choose({ kind, max, options = [] }: Decision): string | null {
  if (kind !== 'choose' || max !== 1) return null;
  const harmless = options.filter((option) => !option.kind);
  for (const word of FIRST) {
    const wanted = harmless.find(({ key }) => key.startsWith(`${word}:`));
    if (wanted) return wanted.key;
  }
  if (Math.random() < RESTS) return null;
  return harmless[Math.floor(Math.random() * harmless.length)]?.key ?? null;
}

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text) as Line;
  if ('id' in line) {
    const answer = line.t === 'choose' ? choose(line.decision) : null;
    console.log(JSON.stringify({ id: line.id, answer }));
  }
}
