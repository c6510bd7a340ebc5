import { api } from './api';
import { poll } from './poll';
import type { MatchInfo } from './protocol';
import { route } from './router.svelte';
import { session } from './session.svelte';

const OFTEN = 3_000;
const SELDOM = 15_000;

let open = $state.raw<MatchInfo[]>();
let live = $state.raw<MatchInfo[]>();
let mine = $state.raw<MatchInfo[]>([]);
let reachable = $state(true);

/** The tables of the house, as far as they are looked at. */
export const lobby = {
  /** Undefined until they are known. */
  get open(): MatchInfo[] | undefined {
    return open?.filter((match) => !isMine(match));
  },
  get live(): MatchInfo[] | undefined {
    return live?.filter((match) => !isMine(match));
  },
  /** Mine, where it is my turn first, then those that go on, then what is over. */
  get mine(): MatchInfo[] {
    return mine;
  },
  /** At how many tables it is my turn; the one that is looked at knows it better itself. */
  get turns(): number {
    return mine.filter(({ id, your_turn }) => your_turn && route.path !== `/m/${id}`).length;
  },
  get reachable(): boolean {
    return reachable;
  },
};

/** Keep the lists of the lobby true while it is shown. Returns how to stop. */
export function watchLobby(): () => void {
  return poll(async () => {
    try {
      [open, live] = await Promise.all([
        api.matches({ status: 'open' }).then(({ items }) => items),
        api.matches({ status: 'playing' }).then(({ items }) => items),
        readMine(),
      ]);
      reachable = true;
    } catch {
      reachable = false;
    }
  }, OFTEN);
}

/** Know from afar whether somebody waits for me. Returns how to stop. */
export function watchMine(): () => void {
  return poll(readMine, SELDOM);
}

async function readMine(): Promise<void> {
  mine = session.account ? (await api.matches({ account: 'me' })).items.toSorted(byUrgency) : [];
}

function isMine(match: MatchInfo): boolean {
  return mine.some(({ id }) => id === match.id);
}

function byUrgency(a: MatchInfo, b: MatchInfo): number {
  return urgency(a) - urgency(b) || b.created_at.localeCompare(a.created_at);
}

function urgency(match: MatchInfo): number {
  if (match.your_turn) return 0;
  return ['playing', 'open', 'paused', 'finished', 'aborted'].indexOf(match.status) + 1;
}
