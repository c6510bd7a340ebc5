import { absoluteAddress } from '../browser/paths';
import { matchesApi } from '../api/matches';
import { at, streamAddress } from '../api/http';
import { Connection } from './connection';
import type { Dial } from './socket';
import { RequestSocket } from './request_socket';
import { MatchState } from './state.svelte';
import { Outbox, type CommandBody } from './outbox';
import { asProblem, closedProblem, Problem } from '../api/problem';
import type {
  Answer,
  FullFrame,
  Hint,
  MatchInfo,
  OfferKind,
  Phrase,
  SubstituteRequest,
  ServerFrame,
} from '../api/types';

export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'restarting' | 'closed';

/** How long a command may go unacknowledged before the connection is checked. */
const ACK_TIMEOUT_MS = 2_500;
/** How long a committed answer may be ahead of its frame before the frame counts as lost. */
const FRAME_TIMEOUT_MS = 2_500;
/** After so many failed attempts to reach a match for the first time, the page says so. */
const ATTEMPTS_BEFORE_NOTICE = 3;

/** One match as its viewer sees it, synchronised over one connection; and the viewer's commands. */
export class MatchStore extends MatchState {
  readonly id: string;
  readonly #connection: Connection;
  readonly #outbox = new Outbox((size) => this.#countUnsettled(size));
  #heartbeatS = 20;
  #resyncing = false;
  #frameTimer: ReturnType<typeof setTimeout> | undefined;
  #ackTimer: ReturnType<typeof setTimeout> | undefined;

  status = $state<ConnectionStatus>('connecting');
  /** An error that belongs to no command. */
  problem = $state.raw<Problem>();
  /** Whether websockets are refused, so that the match goes over plain requests. */
  usesFallback = $state(false);
  #unsettled = $state(0);
  /** The ply of the last acknowledged command: what is shown is older until its frame has come. */
  #committedPly = $state(-1);
  #failedAttempts = 0;

  /** `match` is given if it was just loaded. */
  constructor(matchId: string, match?: MatchInfo, dial: Dial = dialMatch(matchId)) {
    super();
    this.id = matchId;
    const listener = {
      frame: (frame: ServerFrame) => this.#take(frame),
      down: () => this.#down(),
      closed: this.#closed,
      fallback: (active: boolean) => (this.usesFallback = active),
    };
    this.#connection = new Connection(listener, dial);
    if (match) this.takeMatch(match);
    else void this.refresh();
    void this.#catchUp(-1);
    void this.#loadChat();
  }

  /** Whether a command is still unacknowledged, or its frame has not come yet. */
  get pending(): boolean {
    return this.#unsettled > 0 || this.ply < this.#committedPly;
  }

  /** Each resolves once the server has committed it, and throws a `Problem` if it is refused. */
  answer(decision: string, answer: Answer): Promise<void> {
    return this.#command({ t: 'answer', decision, answer });
  }

  undo(decision: string): Promise<void> {
    return this.#command({ t: 'undo', decision });
  }

  show(card: string, to: number[]): Promise<void> {
    return this.#command({ t: 'show', card, to });
  }

  /** The best answers to an open question; throws a `Problem`. */
  async hint(decision: string): Promise<Hint> {
    const hint = await matchesApi.hint(this.id, decision);
    return this.translator?.hint(hint, this.textContext) ?? hint;
  }

  /** Say a text or a set phrase; `to` are the only seats that read it. */
  say(said: { text: string } | { phrase: Phrase }, to?: number[]): Promise<void> {
    return this.#command({ t: 'chat', ...said, ...(to && { to }) });
  }

  /** Load earlier chat lines; throws a `Problem`. */
  async loadEarlierChat(): Promise<void> {
    const cursor = this.earlierChat;
    if (cursor === undefined) return;
    const { items, next } = await matchesApi.chat(this.id, cursor);
    if (this.earlierChat === cursor) this.takeEarlierChat(items, next);
  }

  offer(kind: OfferKind, substitute?: SubstituteRequest): Promise<void> {
    return this.#command({ t: 'offer', kind, ...substitute });
  }

  respond(offer: string, accept: boolean): Promise<void> {
    return this.#command({ t: 'offer', id: offer, accept });
  }

  /** Reload the match itself: its seats, status, rematch. */
  async refresh(): Promise<void> {
    try {
      this.takeMatch(await matchesApi.match(this.id));
    } catch (thrown) {
      this.problem = asProblem(thrown);
      if (this.problem.status === 404 || this.problem.status === 403) this.close();
    }
  }

  /** Take news of the match itself. */
  takeMatch(match: MatchInfo): void {
    this.match = match;
    const { outcome, seed } = match;
    if (outcome) this.end ??= seed ? { outcome, seed } : { outcome };
  }

  close(): void {
    this.#connection.close();
    clearTimeout(this.#frameTimer);
    clearTimeout(this.#ackTimer);
    this.status = 'closed';
    this.#outbox.abandon(closedProblem(1000));
  }

  /** Commands are acknowledged in order; a long pause may mean a dead connection. */
  #countUnsettled(unsettled: number): void {
    this.#unsettled = unsettled;
    clearTimeout(this.#ackTimer);
    if (unsettled) this.#ackTimer = setTimeout(() => this.#connection.verify(), ACK_TIMEOUT_MS);
  }

  async #command(body: CommandBody): Promise<void> {
    if (this.status === 'closed') throw closedProblem(1000);
    const { command, settled } = this.#outbox.add(body);
    if (this.status === 'live') this.#connection.send(command);
    try {
      this.#expectFrame(await settled);
    } catch (thrown) {
      const { decisions } = asProblem(thrown).body;
      if (decisions) this.decisions = decisions;
      throw thrown;
    }
  }

  #take(frame: ServerFrame): void {
    switch (frame.t) {
      case 'hello':
        this.#heartbeatS = frame.heartbeat;
        return this.takeHello(frame);
      case 'full':
        return this.#takeFullFrame(frame);
      case 'delta':
        if (!this.takeDelta(frame)) this.#resync();
        else this.#resyncing = false;
        return;
      case 'ack':
        this.#committedPly = frame.ply;
        return this.#outbox.ack(frame.ref, frame.ply);
      case 'nack':
        return this.#handleNack(new Problem(frame.problem), frame.ref);
      case 'pong':
        if (frame.ply > this.ply) this.#resync();
        return;
      case 'presence':
        this.presence = { seats: frame.seats, spectators: frame.spectators };
        return;
      case 'chat':
        this.chat = [...this.chat, frame];
        return;
      case 'channel':
        this.channels = [...this.channels, frame.seats];
        return;
      case 'offer':
        return this.takeOffer(frame);
      case 'restart':
        this.status = 'restarting';
        return this.#connection.expectDowntime(frame.after);
      case 'end':
        this.end = frame;
        return void this.refresh();
      case 'rematch':
        return void this.refresh();
    }
  }

  #takeFullFrame(frame: FullFrame): void {
    const { ply } = this;
    const isFirst = ply < 0;
    const missed = !isFirst && frame.ply > ply + 1;
    this.takeFull(frame);
    this.#committedPly = frame.ply;
    this.#resyncing = false;
    this.#connection.settle(this.#heartbeatS);
    const isReconnected = this.status !== 'live';
    this.problem = undefined;
    this.status = 'live';
    if (isReconnected)
      for (const command of this.#outbox.commands()) this.#connection.send(command);
    if (missed) void this.#catchUp(ply);
    if (missed && isReconnected) void this.#loadChat();
    const changed = this.match && frame.view.status !== this.match.status;
    if (changed || (!isFirst && !missed)) void this.refresh();
  }

  #resync(): void {
    if (this.#resyncing) return;
    this.#resyncing = this.#connection.send({ t: 'resync' });
  }

  #handleNack(problem: Problem, ref: number | undefined): void {
    if (ref === undefined) this.problem = problem;
    else this.#outbox.nack(ref, problem);
  }

  /** An answer was committed at `ply`; its frame follows at once or was lost. */
  #expectFrame(ply: number): void {
    clearTimeout(this.#frameTimer);
    this.#frameTimer = setTimeout(() => {
      if (this.ply < ply) this.#resync();
    }, FRAME_TIMEOUT_MS);
  }

  #down(): void {
    this.#resyncing = false;
    this.#failedAttempts += 1;
    const unreached =
      this.status === 'connecting' && this.#failedAttempts >= ATTEMPTS_BEFORE_NOTICE;
    if (this.status === 'live' || unreached) this.status = 'reconnecting';
  }

  readonly #closed = (code: number): void => {
    this.status = 'closed';
    if (code !== 1000) this.problem = closedProblem(code);
    this.#outbox.abandon(closedProblem(code));
  };

  async #catchUp(after: number): Promise<void> {
    try {
      for (let next: number | undefined = after; next !== undefined;) {
        const page = await matchesApi.log(this.id, next);
        this.takeLog(page.events);
        next = page.next;
      }
    } catch (thrown) {
      this.problem = asProblem(thrown);
    }
  }

  async #loadChat(): Promise<void> {
    try {
      const { items, channels, next } = await matchesApi.chat(this.id);
      this.takeChat(items, next);
      if (channels) this.channels = channels;
    } catch (thrown) {
      this.problem = asProblem(thrown);
    }
  }
}

/** Opens the transports to a match. */
function dialMatch(match: string): Dial {
  const socket = absoluteAddress(streamAddress(at('matches', match, 'ws'))).replace(/^http/, 'ws');
  return (transport) => (transport === 'socket' ? new WebSocket(socket) : new RequestSocket(match));
}
