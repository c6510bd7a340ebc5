import { afterEach, expect, test, vi } from 'vitest';

import { ndjsonLines } from './ndjson';

afterEach(() => vi.unstubAllGlobals());

function answer(...chunks: string[]): void {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const next = bytes.shift();
      if (next) stream.enqueue(next);
      else stream.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
}

async function read(): Promise<unknown[]> {
  const parsed = [];
  for await (const line of ndjsonLines('/somewhere', new AbortController().signal))
    parsed.push(line);
  return parsed;
}

test('lines are whole, however they come, and empty ones say nothing', async () => {
  answer('{"t":"ma', 'tch"}\n\n{"t":"end', '"}\n{"t":"in');
  expect(await read()).toEqual([{ t: 'match' }, { t: 'end' }]);
});

test('a refusal is a problem', async () => {
  const body = { type: '/problems/unauthenticated', title: 'Who?', status: 401 };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 401 })));
  await expect(read()).rejects.toMatchObject({ type: 'unauthenticated' });
});
