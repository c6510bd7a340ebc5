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
 * Subscribe to the account's events. One tab reads the stream and relays it to the others, since a
 * browser has few connections; where tabs can't share a lock, each reads it while it is visible.
 * Returns a function that stops it.
 */
export function followAccount(account: string, listener: AccountListener): () => void {
  const stop = new AbortController();
  if (navigator.locks && 'BroadcastChannel' in window)
    shareAmongTabs(account, listener, stop.signal);
  else listenWhileVisible(listener, stop.signal);
  return () => stop.abort();
}

function shareAmongTabs(account: string, listener: AccountListener, signal: AbortSignal): void {
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

function listenWhileVisible(listener: AccountListener, signal: AbortSignal): void {
  let listening: AbortController | undefined;
  const listenIfVisible = (): void => {
    listening?.abort();
    listening = undefined;
    if (document.visibilityState === 'hidden' || signal.aborted) return;
    listening = new AbortController();
    void listen(listener, listening.signal);
  };
  document.addEventListener('visibilitychange', listenIfVisible, { signal });
  signal.addEventListener('abort', listenIfVisible);
  listenIfVisible();
}

/** Read the stream and reconnect when it breaks, until stopped. */
async function listen(listener: AccountListener, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const line of ndjsonLines<AccountLine>(streamAddress('/me/stream'), signal)) {
        pauseMs = FIRST_PAUSE_MS;
        if (line.t !== 'restart') listener.line(line);
      }
    } catch {
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
    if (signal.aborted) return;
    await sleep(pauseMs * (0.75 + Math.random() / 2), signal);
    if (!signal.aborted) listener.reload();
  }
}
