import { poolsApi } from '../api/pools';
import type { AccountLine, Pool, PoolTicket, ReadyCheck } from '../api/types';
import { chime } from '../browser/chime';
import { navigate } from '../browser/router.svelte';
import { turnNotifications } from '../browser/turn_notifications.svelte';
import { text } from '../i18n/text';
import { session } from '../session/store.svelte';
import { toast } from '../ui/toasts.svelte';

let all = $state.raw<Pool[]>();
let tickets = $state.raw<PoolTicket[]>([]);
let heldBackS = $state(0);
let check = $state.raw<ReadyCheck>();
let deadlineMs = $state(0);
/** The ready check that was answered in this tab: it leads to the match. */
let answeredHere: string | undefined;
/** Ready checks that are over, as far as this tab was told. */
const decided = new Set<string>();

/** Pools: where the account waits for opponents, and the table that was found for it. */
export const pools = {
  /** Undefined until loaded. */
  get all(): Pool[] | undefined {
    return all;
  },
  get tickets(): PoolTicket[] {
    return tickets;
  },
  /** Seconds for which the next place is held back, since ready checks were missed or matches left. */
  get heldBackS(): number {
    return heldBackS;
  },
  /** The ready check that is open. */
  get check(): ReadyCheck | undefined {
    return check;
  },
  /** When it ends, by this browser's clock. */
  get deadlineMs(): number {
    return deadlineMs;
  },

  async load(): Promise<void> {
    all = (await poolsApi.pools()).items;
  },

  async join(pool: Pool): Promise<void> {
    const own = await poolsApi.join(pool.id);
    tickets = own.items;
    if (own.ready_check) takeCheck(own.ready_check);
  },

  async leave(pool: Pool): Promise<void> {
    await poolsApi.leave(pool.id);
    tickets = tickets.filter((ticket) => ticket.pool.id !== pool.id);
  },

  async answer(accept: boolean): Promise<void> {
    if (!check) return;
    answeredHere = accept ? check.id : undefined;
    takeCheck(await poolsApi.answer(check.id, accept));
  },
};

/** Reads where the account waits: lines may have been missed. */
export async function readMyPools(): Promise<void> {
  const account = session.account?.id;
  const own = account ? await poolsApi.mine() : { items: [] };
  if (account !== session.account?.id) return;
  tickets = own.items;
  heldBackS = ('held_back_s' in own && own.held_back_s) || 0;
  if ('ready_check' in own && own.ready_check) takeCheck(own.ready_check);
  else check = undefined;
}

/** Lines of the account's stream that are about pools. */
export function handlePoolLine(line: AccountLine): void {
  if (line.t === 'pool') tickets = line.tickets;
  if (line.t === 'ready_check') takeCheck(line);
}

function takeCheck(news: ReadyCheck): void {
  if (decided.has(news.id)) return;
  const isNew = check?.id !== news.id;
  const accept = news.accept ?? (check?.id === news.id ? check.accept : undefined);
  if (news.status === 'open') {
    check = { ...news, accept };
    deadlineMs = Date.now() + news.seconds_left * 1000;
    if (isNew && accept === undefined) announce(news);
    return;
  }
  decided.add(news.id);
  check = undefined;
  if (news.status === 'begun') handleBegun(news);
  else handleDissolved({ ...news, accept });
}

function announce(found: ReadyCheck): void {
  chime();
  turnNotifications.show(text().find.found(found.pool.title), '/find', navigate);
}

function handleBegun({ id, match, pool }: ReadyCheck): void {
  if (!match) return;
  if (answeredHere === id) navigate(`/m/${match}`);
  else if (pool.pace === 'days') toast(text().find.begun(pool.title));
}

function handleDissolved({ accept, fewer, pool }: ReadyCheck): void {
  const { staysFewer, goesOn, missed } = text().find;
  if (fewer) toast(staysFewer);
  else if (accept) toast(goesOn);
  else toast(missed(pool.title), 'problem');
  void readMyPools().catch(() => undefined);
}
