import { matchesApi } from '../api/matches';
import { poll } from '../browser/poll';
import type { LobbyEvents, MatchInfo } from '../api/types';
import { streamAddress } from '../api/http';

const POLL_MS = 3_000;

let matchesById = $state.raw<Record<string, MatchInfo>>();
let reachable = $state(true);

/** The public tables of this server, newest first. */
export const publicMatches = {
  /** Undefined until loaded. */
  get open(): MatchInfo[] | undefined {
    return withStatus('open');
  },
  get live(): MatchInfo[] | undefined {
    return withStatus('playing');
  },
  get reachable(): boolean {
    return reachable;
  },
};

/** Keep the tables up to date while they are shown: by the stream, otherwise by polling. */
export function subscribePublicMatches(): () => void {
  if (!('EventSource' in window)) return poll(loadOnce, POLL_MS);
  let stopPolling: (() => void) | undefined;
  let source: EventSource | undefined;

  const connect = (): void => {
    source?.close();
    source = undefined;
    if (document.visibilityState === 'hidden') return;
    source = new EventSource(streamAddress('/lobby/stream'));
    onEvent(source, 'list', ({ items }) => {
      stopPolling?.();
      stopPolling = undefined;
      show(items);
    });
    onEvent(source, 'open', put);
    onEvent(source, 'changed', put);
    onEvent(source, 'gone', ({ id }) => (matchesById = matchesWithout(id)));
    source.onerror = () => (stopPolling ??= poll(loadOnce, POLL_MS));
  };

  // A hidden page needs no stream: browsers allow few connections.
  document.addEventListener('visibilitychange', connect);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', connect);
    source?.close();
    stopPolling?.();
  };
}

function onEvent<Kind extends keyof LobbyEvents>(
  source: EventSource,
  kind: Kind,
  handle: (data: LobbyEvents[Kind]) => void,
): void {
  source.addEventListener(kind, (event: Event) => {
    // The stream also fires 'open' when it connects.
    if (event instanceof MessageEvent)
      handle(JSON.parse(event.data as string) as LobbyEvents[Kind]);
  });
}

async function loadOnce(): Promise<void> {
  try {
    const [open, live] = await Promise.all([
      matchesApi.matches({ status: 'open' }),
      matchesApi.matches({ status: 'playing' }),
    ]);
    show([...open.items, ...live.items]);
  } catch {
    reachable = false;
  }
}

function show(items: MatchInfo[]): void {
  matchesById = Object.fromEntries(items.map((match) => [match.id, match]));
  reachable = true;
}

function put(match: MatchInfo): void {
  matchesById = { ...matchesById, [match.id]: match };
}

function matchesWithout(id: string): Record<string, MatchInfo> {
  const rest = { ...matchesById };
  delete rest[id];
  return rest;
}

function withStatus(status: MatchInfo['status']): MatchInfo[] | undefined {
  return (
    matchesById &&
    Object.values(matchesById)
      .filter((match) => match.status === status)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  );
}
