import { ndjsonLines } from './ndjson';
import type { AccountLine } from './types';
import { NAMESPACE } from '../browser/paths';
import { sleep } from './sleep';
import { streamAddress } from './http';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const CHANNEL_PREFIX = `${NAMESPACE}.account`;
const RELOAD = 'afresh';

export interface AccountListener {
  line: (line: AccountLine) => void;
  /** Events may have been missed: reload everything. */
  reload: () => void;
}

/**
 * Hear of all that concerns the account, while this page lives. Of several tabs one listens and
 * tells the others, since a browser has few connections; where tabs can't agree, only one that is
 * looked at listens. Returns a function that stops it.
 */
export function followAccount(account: string, listener: AccountListener): () => void {
  const stop = new AbortController();
  if (navigator.locks && 'BroadcastChannel' in window) share(account, listener, stop.signal);
  else whileLookedAt(listener, stop.signal);
  return () => stop.abort();
}

function share(account: string, listener: AccountListener, signal: AbortSignal): void {
  const name = `${CHANNEL_PREFIX}.${account}`;
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }: MessageEvent<AccountLine | typeof RELOAD>) => {
    if (data === RELOAD) listener.reload();
    else listener.line(data);
  };
  signal.addEventListener('abort', () => others.close());
  const relay: AccountListener = {
    line: (line) => {
      listener.line(line);
      others.postMessage(line);
    },
    reload: () => {
      listener.reload();
      others.postMessage(RELOAD);
    },
  };
  // The tab that holds the lock listens and tells the others; the next holder takes over.
  void navigator.locks
    .request(name, { signal }, () => listen(relay, signal))
    .catch(() => undefined);
}

function whileLookedAt(listener: AccountListener, signal: AbortSignal): void {
  let turn: AbortController | undefined;
  const look = (): void => {
    turn?.abort();
    turn = undefined;
    if (document.visibilityState === 'hidden' || signal.aborted) return;
    turn = new AbortController();
    void listen(listener, turn.signal);
  };
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', look);
  look();
}

/** Read the stream and reconnect when it breaks, until stopped. */
async function listen(listener: AccountListener, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const line of ndjsonLines<AccountLine>(streamAddress('/me/stream'), signal)) {
        pause = FIRST_PAUSE_MS;
        if (line.t !== 'restart') listener.line(line);
      }
    } catch {
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
    if (signal.aborted) return;
    await sleep(pause * (0.75 + Math.random() / 2), signal);
    if (!signal.aborted) listener.reload();
  }
}
