import { problemOf } from './http';

/** Longer silence means a dead connection: the server sends a heartbeat every few seconds. */
const MAX_SILENCE_MS = 25_000;

/** JSON lines of a stream as they arrive. Ends when the server ends it; throws when it breaks. */
export async function* ndjsonLines<Line>(
  address: string,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  for await (const text of ndjsonTexts(address, signal)) if (text) yield JSON.parse(text) as Line;
}

/** The same as text, with the empty lines by which the server shows that the stream lives. */
export async function* ndjsonTexts(address: string, signal: AbortSignal): AsyncGenerator<string> {
  const broken = new AbortController();
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const breathe = (): void => {
    clearTimeout(alarm);
    alarm = setTimeout(() => broken.abort(), MAX_SILENCE_MS);
  };
  breathe();
  try {
    const both = AbortSignal.any([signal, broken.signal]);
    const response = await fetch(address, { signal: both });
    if (!response.ok || !response.body) throw await problemOf(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      breathe();
      const whole = (rest + value).split('\n');
      rest = whole.pop() ?? '';
      yield* whole;
    }
  } finally {
    clearTimeout(alarm);
  }
}
