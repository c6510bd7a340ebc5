import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RequestSocket } from './request_socket';
import type { ClientFrame, ServerFrame } from '../api/types';

const STREAM = '/api/v1/matches/m_1/stream?frames=delta';

/** A stream that the test writes. */
class Stream {
  readonly #encoder = new TextEncoder();
  #writer!: ReadableStreamDefaultController<Uint8Array>;
  readonly body = new ReadableStream<Uint8Array>({
    start: (writer) => void (this.#writer = writer),
  });

  write(text: string): void {
    this.#writer.enqueue(this.#encoder.encode(text));
  }
  say(frame: object): void {
    this.write(`${JSON.stringify(frame)}\n`);
  }
  end(): void {
    this.#writer.close();
  }
  breaks(): void {
    this.#writer.error(new Error('broken'));
  }
}

interface Posted {
  path: string;
  key: string | null;
  body: unknown;
}

let streams: Stream[] = [];
let posted: Posted[] = [];
let replies: (() => Response | Promise<Response>)[] = [];
let heard: ServerFrame[] = [];
let closed: number[] = [];
let line: RequestSocket;

function serve(address: string, init: RequestInit): Promise<Response> {
  if (address === STREAM) {
    const stream = new Stream();
    streams.push(stream);
    init.signal?.addEventListener('abort', () => stream.breaks());
    return Promise.resolve(new Response(stream.body));
  }
  const key = new Headers(init.headers).get('Idempotency-Key');
  const path = address.replace('/api/v1/matches/m_1', '');
  posted.push({ path, key, body: JSON.parse(String(init.body)) });
  const reply = replies.shift();
  return Promise.resolve(reply ? reply() : Response.json({ ply: 5, decisions: [] }));
}

function send(frame: ClientFrame): void {
  line.send(JSON.stringify(frame));
}

function problem(type: string, status: number): Response {
  const headers = { 'Content-Type': 'application/problem+json' };
  return new Response(JSON.stringify({ type: `/problems/${type}`, title: type, status }), {
    status,
    headers,
  });
}

/** A line on which a full frame of ply 4 has come. */
async function opened(): Promise<Stream> {
  line = new RequestSocket('m_1');
  line.onmessage = ({ data }) => heard.push(JSON.parse(String(data)) as ServerFrame);
  line.onclose = ({ code }) => closed.push(code);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const [stream] = streams;
  if (!stream) throw new Error('no stream');
  stream.say({ t: 'full', ply: 4 });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  return stream;
}

beforeEach(() => {
  [streams, posted, replies, heard, closed] = [[], [], [], [], []];
  vi.stubGlobal('fetch', serve);
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('every command goes as its request, in order, and is acknowledged', async () => {
  await opened();
  replies = [
    () => Response.json({ ply: 5 }),
    () => Response.json({ ply: 4, offer: { id: 'o_1' } }, { status: 202 }),
    () => Response.json({ ply: 6 }),
    () => Response.json({ from: 'Ada', text: 'Hello' }, { status: 201 }),
    () => Response.json({ id: 'o_2' }, { status: 201 }),
    () => Response.json({ id: 'o_3' }),
  ];
  send({ t: 'answer', ref: 1, decision: '4.0', answer: 'take', key: 'a' });
  send({ t: 'undo', ref: 2, decision: '4.0', key: 'b' });
  send({ t: 'show', ref: 3, card: 'hawk', to: [1], key: 'c' });
  send({ t: 'chat', ref: 4, text: 'Hello', to: [1], key: 'd' });
  send({ t: 'offer', ref: 5, kind: 'substitute', seat: 1, open: true, key: 'e' });
  send({ t: 'offer', ref: 6, id: 'o_3', accept: false, key: 'f' });
  await vi.waitFor(() => expect(heard).toHaveLength(7));
  expect(posted).toEqual([
    { path: '/decisions/4.0', key: 'a', body: { answer: 'take' } },
    { path: '/decisions/4.0/undo', key: 'b', body: {} },
    { path: '/shows', key: 'c', body: { card: 'hawk', to: [1] } },
    { path: '/chat', key: 'd', body: { text: 'Hello', to: [1] } },
    { path: '/offers', key: 'e', body: { kind: 'substitute', seat: 1, open: true } },
    { path: '/offers/o_3', key: 'f', body: { accept: false } },
  ]);
  expect(heard.slice(1)).toEqual([
    { t: 'ack', ref: 1, ply: 5 },
    { t: 'ack', ref: 2, ply: 4, offer: 'o_1' },
    { t: 'ack', ref: 3, ply: 6 },
    { t: 'ack', ref: 4, ply: 4 },
    { t: 'ack', ref: 5, ply: 4 },
    { t: 'ack', ref: 6, ply: 4 },
  ]);
});

test('a refusal is a nack with its problem', async () => {
  await opened();
  replies = [() => problem('stale-decision', 409)];
  send({ t: 'answer', ref: 1, decision: '3.0', answer: 'take', key: 'a' });
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  expect(heard[1]).toMatchObject({
    t: 'nack',
    ref: 1,
    problem: { type: '/problems/stale-decision' },
  });
  expect(posted).toHaveLength(1);
});

test('a command whose fate is unknown is sent again under its key before the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await opened();
  replies = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  ];
  send({ t: 'answer', ref: 1, decision: '4.0', answer: 'take', key: 'a' });
  send({ t: 'chat', ref: 2, text: 'Hello', key: 'b' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(posted.map(({ key }) => key)).toEqual(['a', 'a', 'a', 'b']);
  expect(heard.slice(1)).toMatchObject([
    { t: 'ack', ref: 1 },
    { t: 'ack', ref: 2 },
  ]);
});

test('a resync reads the stream from a full frame on', async () => {
  await opened();
  send({ t: 'resync' });
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.say({ t: 'full', ply: 6 });
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ t: 'full', ply: 6 }));
  expect(closed).toEqual([]);
});

test('a ping is answered while the stream lives', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const stream = await opened();
  send({ t: 'ping' });
  expect(heard.at(-1)).toEqual({ t: 'pong', ply: 4 });
  vi.setSystemTime(Date.now() + 11_000);
  send({ t: 'ping' });
  expect(heard).toHaveLength(2);
  stream.write('\n');
  await vi.waitFor(() => {
    send({ t: 'ping' });
    expect(heard).toHaveLength(3);
  });
});

test.each([
  [401, 4001],
  [403, 4001],
  [404, 4004],
  [429, 1008],
  [503, 1006],
])('a stream that is refused with %i closes the line with %i', async (status, code) => {
  vi.stubGlobal('fetch', () => Promise.resolve(problem('refused', status)));
  line = new RequestSocket('m_1');
  line.onclose = (event) => closed.push(event.code);
  await vi.waitFor(() => expect(closed).toEqual([code]));
});

test('a stream that ends closes the line, and nothing more is sent', async () => {
  const stream = await opened();
  stream.end();
  await vi.waitFor(() => expect(closed).toEqual([1006]));
  send({ t: 'chat', ref: 1, text: 'Hello', key: 'a' });
  await Promise.resolve();
  expect(posted).toEqual([]);
});

test('a line that was closed says nothing', async () => {
  await opened();
  let settle: (reply: Response) => void = () => undefined;
  replies = [() => new Promise((resolve) => (settle = resolve))];
  send({ t: 'answer', ref: 1, decision: '4.0', answer: 'take', key: 'a' });
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  line.close();
  settle(Response.json({ ply: 5 }));
  await new Promise((resolve) => setTimeout(resolve));
  expect([heard.length, closed]).toEqual([1, []]);
});
