import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ANALYSIS } from '../../../tests/analysis';
import type { AnalysisInfo } from '../../api/types';
import { AnalysisStore } from './analysis_store.svelte';

const NONE: AnalysisInfo = {
  status: 'none',
  done: 0,
  total: 0,
  ahead: 0,
  seconds: null,
  analysis: null,
};
const WAITING: AnalysisInfo = { ...NONE, status: 'waiting', ahead: 3 };
const RUNNING: AnalysisInfo = { ...NONE, status: 'running', done: 5, total: 12 };
const DONE: AnalysisInfo = { ...RUNNING, status: 'done', done: 12, seconds: 3, analysis: ANALYSIS };
const PAUSE_MS = 3_000;

/** The answers of the server to come; a number is a refusal, and without a stream the line breaks.
 * A stream stays open until its last line says that the analysis has ended. */
let infos: (AnalysisInfo | number)[];
let streams: AnalysisInfo[][];
let asked: string[];
let streaming: AbortSignal | undefined;
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  [infos, streams, asked, streaming] = [[], [], [], undefined];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  look('visible');
});

async function answer(address: string, { method, signal }: RequestInit): Promise<Response> {
  asked.push(`${method ?? 'STREAM'} ${address.replace('/api/v1/matches/m_1/', '')}`);
  await Promise.resolve();
  if (!method) {
    streaming = signal ?? undefined;
    const updates = streams.shift();
    if (!updates) throw new TypeError('the line is down');
    return new Response(streamOf(updates));
  }
  const info = infos.shift() ?? 503;
  if (typeof info !== 'number') return Response.json(info);
  const problem = { type: '/problems/unavailable', title: 'Unavailable', status: info };
  return Response.json(problem, { status: info });
}

function streamOf(updates: AnalysisInfo[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      const text = updates.map((info) => `${JSON.stringify(info)}\n\n`).join('');
      controller.enqueue(new TextEncoder().encode(text));
      if (updates.at(-1)?.status === 'done') controller.close();
    },
  });
}

function look(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Follows it, as a component does while there is something to wait for. */
function follow(): AnalysisStore {
  const analysisStore = new AnalysisStore('m_1');
  stop = analysisStore.follow();
  return analysisStore;
}

test('what is done is read at once', async () => {
  infos = [DONE];
  const analysisStore = follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(analysisStore.analysis).toEqual(ANALYSIS);
  expect(analysisStore.isPending).toBe(false);
  expect(asked).toEqual(['GET analysis']);
});

test('nothing is followed before somebody asks', async () => {
  infos = [NONE, WAITING];
  const analysisStore = follow();
  await vi.advanceTimersByTimeAsync(0);
  expect([analysisStore.isPending, analysisStore.info?.status]).toEqual([false, 'none']);
  await analysisStore.ask();
  expect([analysisStore.isPending, analysisStore.info?.ahead]).toEqual([true, 3]);
  expect(asked).toEqual(['GET analysis', 'POST analysis']);
});

test('the stream tells the progress', async () => {
  infos = [WAITING];
  streams = [[WAITING, RUNNING]];
  const analysisStore = follow();
  await vi.waitFor(() => expect(analysisStore.info).toEqual(RUNNING));
  expect(asked).toEqual(['GET analysis', 'STREAM analysis/stream']);
});

test('at the end of the stream the analysis is read', async () => {
  infos = [WAITING, DONE];
  streams = [[WAITING, RUNNING, { ...DONE, analysis: null }]];
  const analysisStore = follow();
  await vi.waitFor(() => expect(analysisStore.analysis).toEqual(ANALYSIS));
  expect(asked).toEqual(['GET analysis', 'STREAM analysis/stream', 'GET analysis']);
});

test('where the stream breaks, the server is asked again', async () => {
  infos = [WAITING, RUNNING, 503, DONE];
  const analysisStore = follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(analysisStore.info).toEqual(RUNNING);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([analysisStore.info, analysisStore.problem]).toEqual([RUNNING, undefined]);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(analysisStore.info).toEqual(DONE);
});

test('a page that nobody looks at does not listen', async () => {
  infos = [RUNNING, RUNNING, DONE];
  follow();
  await vi.advanceTimersByTimeAsync(0);
  const before = asked.length;
  look('hidden');
  expect(streaming?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(asked.length).toBe(before);
  look('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.length).toBeGreaterThan(before);
});

test('a page that is left listens no more', async () => {
  infos = [RUNNING, RUNNING];
  follow();
  await vi.advanceTimersByTimeAsync(0);
  const before = asked.length;
  stop?.();
  expect(streaming?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(asked.length).toBe(before);
});

test('a refusal is told, and one may ask again', async () => {
  infos = [NONE, 429, WAITING];
  const analysisStore = follow();
  await vi.advanceTimersByTimeAsync(0);
  await analysisStore.ask();
  expect(analysisStore.problem?.status).toBe(429);
  await analysisStore.ask();
  expect([analysisStore.problem, analysisStore.info]).toEqual([undefined, WAITING]);
});
