import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followAccount } from './account_stream';
import { locks } from '../../tests/locks';
import type { AccountLine } from './types';

const LINE: AccountLine = { t: 'end', match: 'm_1', status: 'finished' };

let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  streams = [];
  vi.stubGlobal('navigator', { locks: locks() });
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    const stream = new ReadableStream<Uint8Array>({
      start: (lines) => {
        streams.push(lines);
        signal.addEventListener('abort', () => lines.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(stream));
  });
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.unstubAllGlobals();
});

/** A tab that follows the account; what it has been told. */
function tab(): string[] {
  const events: string[] = [];
  const listener = {
    line: ({ t }: AccountLine) => void events.push(t),
    reload: () => void events.push('reload'),
  };
  stops.push(followAccount('a_vex', listener));
  return events;
}

function say(line: AccountLine): void {
  streams.at(-1)?.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
}

test('one of several tabs listens, and all are told', async () => {
  const tabs = [tab(), tab()];
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(LINE);
  await vi.waitFor(() => expect(tabs).toEqual([['end'], ['end']]));
  expect(streams).toHaveLength(1);
});

test('all tabs are told that a broken stream may have missed something', async () => {
  const tabs = [tab(), tab()];
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.close();
  await vi.waitFor(() => expect(tabs).toEqual([['reload'], ['reload']]), 5_000);
});

test('the next tab listens when the one that did is gone', async () => {
  tab();
  const other = tab();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  stops[0]?.();
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  say(LINE);
  await vi.waitFor(() => expect(other).toEqual(['end']));
});
