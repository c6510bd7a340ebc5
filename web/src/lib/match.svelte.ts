import { api } from './api';
import { Connection, type Dial } from './connection';
import { Outbox, type Wish } from './outbox';
import { asProblem, closedProblem, Problem } from './problem';
import { applyDelta, extended, unseen, type Shown } from './shown';
import type {
  Answer,
  ChatLine,
  Decision,
  DeltaFrame,
  EndFrame,
  FullFrame,
  GameEvent,
  JsonObject,
  MatchInfo,
  Offer,
  OfferKind,
  Presence,
  ServerFrame,
  View,
  Viewer,
  Waiting,
} from './protocol';

export type MatchLine = 'connecting' | 'live' | 'reconnecting' | 'restarting' | 'closed';

/** The newest change, for animations. */
export interface Batch {
  ply: number;
  before: View | undefined;
  events: GameEvent[];
}

/** How long a committed answer may be ahead of its frame before the frame counts as lost. */
const OVERDUE = 2_500;

/** One match as its viewer sees it, kept true over one socket; and the commands of that viewer. */
export class MatchStore {
  readonly id: string;
  readonly #connection: Connection;
  readonly #outbox = new Outbox((size) => (this.#unsettled = size));
  #heartbeat = 20;
  #resyncing = false;
  #overdue: ReturnType<typeof setTimeout> | undefined;

  #match = $state.raw<MatchInfo>();
  #shown = $state.raw<Shown>();
  #viewer = $state.raw<Viewer>();
  #decisions = $state.raw<Decision[]>([]);
  #waiting = $state.raw<Waiting[]>([]);
  #clock = $state.raw<JsonObject>();
  #log = $state.raw<GameEvent[]>([]);
  #batch = $state.raw<Batch>({ ply: -1, before: undefined, events: [] });
  #chat = $state.raw<ChatLine[]>([]);
  #presence = $state.raw<Presence>({ seats: {}, spectators: 0 });
  #offers = $state.raw<Offer[]>([]);
  #end = $state.raw<EndFrame>();
  #status = $state<MatchLine>('connecting');
  #problem = $state.raw<Problem>();
  #unsettled = $state(0);

  constructor(matchId: string, dial?: Dial) {
    this.id = matchId;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const path = `/api/v1/matches/${encodeURIComponent(matchId)}/ws`;
    this.#connection = new Connection(
      `${scheme}//${location.host}${path}`,
      { frame: (frame) => this.#take(frame), down: () => this.#down(), closed: this.#closed },
      dial,
    );
    void this.refresh();
    void this.#catchUp(-1);
    void this.#readChat();
  }

  get match(): MatchInfo | undefined {
    return this.#match;
  }
  get view(): View | undefined {
    return this.#shown?.view;
  }
  get viewer(): Viewer | undefined {
    return this.#viewer;
  }
  /** The seat of this viewer, if he holds one. */
  get seat(): number | undefined {
    return this.#viewer && 'seat' in this.#viewer ? this.#viewer.seat : undefined;
  }
  get ply(): number {
    return this.#shown?.ply ?? -1;
  }
  get decisions(): Decision[] {
    return this.#decisions;
  }
  get waiting(): Waiting[] {
    return this.#waiting;
  }
  get clock(): JsonObject | undefined {
    return this.#clock;
  }
  get log(): GameEvent[] {
    return this.#log;
  }
  get batch(): Batch {
    return this.#batch;
  }
  get chat(): ChatLine[] {
    return this.#chat;
  }
  get presence(): Presence {
    return this.#presence;
  }
  get offers(): Offer[] {
    return this.#offers;
  }
  get end(): EndFrame | undefined {
    return this.#end;
  }
  get status(): MatchLine {
    return this.#status;
  }
  get problem(): Problem | undefined {
    return this.#problem;
  }
  /** Whether a command of ours has not been answered yet. */
  get pending(): boolean {
    return this.#unsettled > 0;
  }

  /** Each of these ends when the server has committed it, and throws a `Problem` when it refuses. */
  answer(decision: string, answer: Answer): Promise<void> {
    return this.#command({ t: 'answer', decision, answer });
  }

  undo(decision: string): Promise<void> {
    return this.#command({ t: 'undo', decision });
  }

  say(text: string, to?: number[]): Promise<void> {
    return this.#command(to ? { t: 'chat', text, to } : { t: 'chat', text });
  }

  offer(kind: OfferKind): Promise<void> {
    return this.#command({ t: 'offer', kind });
  }

  respond(offer: string, accept: boolean): Promise<void> {
    return this.#command({ t: 'offer', id: offer, accept });
  }

  /** The last problem has been read. */
  dismiss(): void {
    this.#problem = undefined;
  }

  /** Ask for the match itself again: its seats, status, rematch. */
  async refresh(): Promise<void> {
    try {
      this.#match = await api.match(this.id);
      const { status, outcome, seed } = this.#match;
      if (status === 'finished' && outcome) this.#end ??= { t: 'end', outcome, seed };
    } catch (thrown) {
      this.#problem = asProblem(thrown);
      if (this.#problem.status === 404 || this.#problem.status === 403) this.close();
    }
  }

  close(): void {
    this.#connection.close();
    clearTimeout(this.#overdue);
    this.#status = 'closed';
    this.#outbox.abandon(closedProblem(1000));
  }

  async #command(wish: Wish): Promise<void> {
    if (this.#status === 'closed') throw closedProblem(1000);
    const { command, settled } = this.#outbox.add(wish);
    if (this.#status === 'live') this.#connection.send(command);
    try {
      this.#expect(await settled);
    } catch (thrown) {
      this.#problem = asProblem(thrown);
      const decisions = this.#problem.body.decisions;
      if (decisions) this.#decisions = decisions;
      throw this.#problem;
    }
  }

  #take(frame: ServerFrame): void {
    switch (frame.t) {
      case 'hello':
        this.#viewer = frame.viewer;
        this.#heartbeat = frame.heartbeat;
        return;
      case 'full':
        return this.#takeFull(frame);
      case 'delta':
        return this.#takeDelta(frame);
      case 'ack':
        return this.#outbox.ack(frame.ref, frame.ply);
      case 'nack':
        return this.#refused(new Problem(frame.problem), frame.ref);
      case 'pong':
        if (frame.ply > this.ply) this.#resync();
        return;
      case 'presence':
        this.#presence = { seats: frame.seats, spectators: frame.spectators };
        return;
      case 'chat':
        this.#chat = [...this.#chat, frame];
        return;
      case 'offer':
        this.#offers = [...this.#offers.filter(({ id }) => id !== frame.id), frame];
        return;
      case 'restart':
        this.#status = 'restarting';
        return this.#connection.expectAbsence(frame.after);
      case 'end':
        this.#end = frame;
        void this.refresh();
    }
  }

  #takeFull(frame: FullFrame): void {
    const before = this.#shown;
    const missed = before !== undefined && frame.ply > before.ply + 1;
    this.#viewer = frame.viewer;
    this.#change({ ply: frame.ply, view: frame.view }, frame.events);
    if (!before) this.#batch = { ...this.#batch, events: [] };
    this.#decisions = frame.decisions;
    this.#waiting = frame.waiting;
    this.#clock = frame.clock;
    this.#offers = frame.offers ?? [];
    if (frame.presence) this.#presence = frame.presence;
    this.#connection.settle(this.#heartbeat);
    const back = this.#status !== 'live';
    this.#status = 'live';
    if (back) for (const command of this.#outbox.commands()) this.#connection.send(command);
    if (missed) void this.#catchUp(before.ply);
    if (missed && back) void this.#readChat();
  }

  #takeDelta(frame: DeltaFrame): void {
    if (!this.#shown) return this.#resync();
    const shown = applyDelta(this.#shown, frame);
    if (shown === 'old') return;
    if (shown === 'broken') return this.#resync();
    this.#change(shown, frame.events ?? []);
    if (frame.decisions) this.#decisions = frame.decisions;
    if (frame.waiting) this.#waiting = frame.waiting;
    if (frame.clock) this.#clock = frame.clock;
  }

  #change(shown: Shown, events: GameEvent[]): void {
    const fresh = unseen(this.#log, events);
    this.#batch = { ply: shown.ply, before: this.#shown?.view, events: fresh };
    this.#shown = shown;
    this.#resyncing = false;
    if (fresh.length) this.#log = extended(this.#log, fresh);
  }

  #resync(): void {
    if (this.#resyncing) return;
    this.#resyncing = this.#connection.send({ t: 'resync' });
  }

  #refused(problem: Problem, ref: number | undefined): void {
    if (ref === undefined) this.#problem = problem;
    else this.#outbox.nack(ref, problem);
  }

  /** An answer was committed at `ply`; its frame follows at once or was lost. */
  #expect(ply: number): void {
    clearTimeout(this.#overdue);
    this.#overdue = setTimeout(() => {
      if (this.ply < ply) this.#resync();
    }, OVERDUE);
  }

  #down(): void {
    this.#resyncing = false;
    if (this.#status === 'live') this.#status = 'reconnecting';
  }

  readonly #closed = (code: number): void => {
    this.#status = 'closed';
    if (code !== 1000) this.#problem = closedProblem(code);
    this.#outbox.abandon(closedProblem(code));
  };

  async #catchUp(after: number): Promise<void> {
    try {
      for (let next: number | undefined = after; next !== undefined;) {
        const page = await api.log(this.id, next);
        this.#log = extended(this.#log, page.events);
        next = page.next;
      }
    } catch (thrown) {
      this.#problem = asProblem(thrown);
    }
  }

  async #readChat(): Promise<void> {
    try {
      const { items } = await api.chat(this.id);
      const newest = items.at(-1)?.at ?? '';
      this.#chat = [...items, ...this.#chat.filter(({ at }) => at > newest)];
    } catch (thrown) {
      this.#problem = asProblem(thrown);
    }
  }
}
