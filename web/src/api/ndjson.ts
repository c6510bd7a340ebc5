import { problemOf } from './http';

/** Longer silence means a dead connection: the server sends a heartbeat every few seconds. */
const MAX_SILENCE_MS = 25_000;

/** JSON lines of a stream as they arrive. Ends when the server ends it; throws when it breaks. */
export async function* ndjsonLines<Line>(
  address: string,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  for await (const text of ndjsonRawLines(address, signal))
    if (text) yield JSON.parse(text) as Line;
}

/** The same as text, with the empty lines by which the server shows that the stream lives. */
export async function* ndjsonRawLines(
  address: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const silence = new AbortController();
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (): void => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
  };
  restartTimer();
  try {
    const eitherSignal = AbortSignal.any([signal, silence.signal]);
    const response = await fetch(address, { signal: eitherSignal });
    if (!response.ok || !response.body) throw await problemOf(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      restartTimer();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    clearTimeout(silenceTimer);
  }
}
