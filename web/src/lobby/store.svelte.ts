import { untrack } from 'svelte';

import { followAccount } from '../api/account_stream';
import { turnNotifications } from '../browser/turn_notifications.svelte';
import { openConversation } from './conversation.svelte';
import { friends } from './friends.svelte';
import { isolate } from '../i18n/isolate';
import { toast } from '../ui/toasts.svelte';
import { matchesApi } from '../api/matches';
import { lookForNewerPage } from '../browser/newer_page';
import { publicMatches, subscribePublicMatches } from './public_matches.svelte';
import { handlePoolLine, readMyPools } from './pools.svelte';
import { poll } from '../browser/poll';
import type { AccountLine, DirectMessage, MatchInfo } from '../api/types';
import { navigate, route } from '../browser/router.svelte';
import { session } from '../session/store.svelte';
import { warnings } from '../session/warnings.svelte';
import { text } from '../i18n/text';

const POLL_MS = 15_000;
/** How often a list is read in which a change may be missing; the next poll has it. */
const MAX_READS = 3;

let matches = $state.raw<MatchInfo[]>([]);
let hasInitialList = false;
let isLoaded = $state(false);

/** Lobby: the public tables, while they are shown, and the account's own. */
export const lobby = {
  /** Undefined until loaded. */
  get open(): MatchInfo[] | undefined {
    return publicMatches.open?.filter((match) => !isMine(match));
  },
  get live(): MatchInfo[] | undefined {
    return publicMatches.live?.filter((match) => !isMine(match));
  },
  /** My matches: those where it is my turn, then running ones, then finished ones. */
  get mine(): MatchInfo[] {
    return matches.filter((match) => !isInvitation(match));
  },
  /** Matches with a seat reserved for me. */
  get invitations(): MatchInfo[] {
    return matches.filter(isInvitation);
  },
  /**
   * Where other people wait for my answer or consent, the longest first; the open match knows its
   * own state better. Bots have time.
   */
  get waitingForMe(): MatchInfo[] {
    return matches.filter(waitsForMe).toSorted(byWaiting);
  },
  /** Whether the account's own matches were asked for, with or without success. */
  get isLoaded(): boolean {
    return isLoaded;
  },
  get reachable(): boolean {
    return publicMatches.reachable;
  },
};

/** Keep the lobby's lists up to date while it is shown. Returns a function that stops it. */
export function watchLobby(): () => void {
  void untrack(readMine).catch(() => undefined);
  return subscribePublicMatches();
}

/** Track from other pages whether a match waits for me. Returns a function that stops it. */
export function watchMyMatches(): () => void {
  return untrack(() => poll(readMine, POLL_MS));
}

/** Subscribe to changes while the account stays the same. Returns a function that stops it. */
export function followMyMatches(account: string): () => void {
  warnings.set([]);
  return followAccount(account, {
    line: (line) => {
      if (line.t === 'friends') friends.set(line.friends);
      else if (line.t === 'friend') friends.update(line.friend);
      else if (line.t === 'message') receiveMessage(line.message);
      else if (line.t === 'warnings') warnings.set(line.warnings);
      else handleLine(line);
    },
    reload: () => {
      changeCount += 1;
      friends.reload();
      openConversation.reload();
      void readMine().catch(() => undefined);
      void readMyPools().catch(() => undefined);
      // The stream may have broken because a newer server took over.
      void lookForNewerPage();
    },
  });
}

/** Tell of a message that is not on the screen. */
function receiveMessage(message: DirectMessage): void {
  if (openConversation.receive(message) || message.own) return;
  const sender = friends.find(message.other)?.account;
  if (!sender) return;
  const sentence = text().friends.wrote(isolate(sender.name));
  toast(sentence);
  turnNotifications.show(sentence, `/friends/${sender.id}`, navigate);
}

/** The seat reserved for me at a table. */
export function reservedSeat(match: MatchInfo): number | undefined {
  return match.seats.find(({ for_you }) => for_you)?.seat;
}

/** Removes a declined invitation. */
export function forgetInvitation(id: string): void {
  setMatches(matches.filter((match) => match.id !== id));
}

/** The request in flight and its account: concurrent calls share it. */
let request: { account: string | undefined; done: Promise<void> } | undefined;

function readMine(): Promise<void> {
  const account = session.account?.id;
  if (request && request.account === account) return request.done;
  const done = readMineOf(account).finally(() => {
    request = undefined;
    isLoaded = true;
  });
  request = { account, done };
  return done;
}

/** How often the stream has told of changes, or that it may have missed some. */
let changeCount = 0;

async function readMineOf(account: string | undefined): Promise<void> {
  for (let reads = 1; ; reads += 1) {
    const before = changeCount;
    const items = account ? (await matchesApi.matches({ account: 'me' })).items : [];
    if (account !== session.account?.id) return;
    // A change that arrived during the request may be newer than this list.
    if (changeCount !== before && reads < MAX_READS) continue;
    setMatches(items);
    hasInitialList = true;
    return;
  }
}

function handleLine(line: AccountLine): void {
  if (line.t === 'pool' || line.t === 'ready_check') {
    handlePoolLine(line);
    return;
  }
  changeCount += 1;
  if (line.t === 'match' || line.t === 'invite') put(line.match);
  if (line.t === 'decision') {
    const isMyTurn = line.decisions.some(({ optional }) => !optional);
    // The next list says since when exactly, and until when; a stream begins with what waits already.
    const isNew = isMyTurn && !matches.some(({ id, your_turn }) => id === line.match && your_turn);
    const waitingSince = isNew ? { waiting_since: new Date().toISOString() } : {};
    change(line.match, { your_turn: isMyTurn, ...waitingSince });
  }
  if (line.t === 'offer' && hasInitialList) {
    const match = matches.find(({ id }) => id === line.match);
    if (match) notify(text().header.offerAt(match.title), match);
    change(line.match, { your_consent: true });
  }
  if (line.t === 'end') change(line.match, { status: line.status, your_turn: false });
}

function put(match: MatchInfo): void {
  setMatches([match, ...matches.filter(({ id }) => id !== match.id)]);
}

function change(id: string, changes: Partial<MatchInfo>): void {
  setMatches(matches.map((match) => (match.id === id ? { ...match, ...changes } : match)));
}

/** Sets the new list, and notifies about its new items if the page is not in view. */
function setMatches(items: MatchInfo[]): void {
  const before = new Map(matches.map((match) => [match.id, match]));
  matches = items.toSorted(byUrgency);
  if (!hasInitialList) return;
  for (const match of matches) {
    const old = before.get(match.id);
    if (match.your_turn && !old?.your_turn) notify(text().header.turnAt(match.title), match);
    if (isInvitation(match) && !old) notify(text().header.invitedTo(match.title), match);
  }
}

function notify(sentence: string, match: MatchInfo): void {
  turnNotifications.show(sentence, `/m/${match.id}`, navigate);
}

function isMine(match: MatchInfo): boolean {
  return matches.some(({ id }) => id === match.id);
}

function waitsForMe(match: MatchInfo): boolean {
  const { id, seats } = match;
  const isForPeople = seats.some(({ account, you, resigned }) => account && !you && !resigned);
  return asksMe(match) && isForPeople && route.path !== `/m/${id}`;
}

/** Whether it is my turn, an offer waits for my consent, or the table for what I say to it. */
function asksMe({ your_turn, your_consent, seats }: MatchInfo): boolean {
  const own = seats.find(({ you }) => you);
  const isAskedToSwap = own !== undefined && seats.some(({ swap }) => swap === own.seat);
  return your_turn === true || your_consent === true || own?.confirm === true || isAskedToSwap;
}

function byWaiting(a: MatchInfo, b: MatchInfo): number {
  return waitingSince(a).localeCompare(waitingSince(b));
}

const waitingSince = (match: MatchInfo): string => match.waiting_since ?? match.created_at;

function isInvitation(match: MatchInfo): boolean {
  return match.status === 'open' && reservedSeat(match) !== undefined;
}

function byUrgency(a: MatchInfo, b: MatchInfo): number {
  return urgency(a) - urgency(b) || b.created_at.localeCompare(a.created_at);
}

function urgency(match: MatchInfo): number {
  if (match.your_turn) return 0;
  return ['playing', 'open', 'paused', 'finished', 'aborted'].indexOf(match.status) + 1;
}
