import { translatedName } from '../i18n/bots.svelte';
import { ClockSkew } from './clock_skew';
import { applyDelta, extendedLog, unseenEvents, type ViewAtPly } from './delta';
import type {
  ChatLine,
  Clock,
  Decision,
  Delay,
  DeltaFrame,
  EndFrame,
  FullFrame,
  GameEvent,
  HelloFrame,
  MatchInfo,
  Offer,
  PassUntil,
  Presence,
  Undoable,
  Threat,
  View,
  Viewer,
  Waiting,
} from '../api/types';
import type { TextContext, GameTextTranslator } from './game_text_translator';

/** What stands on the table after an entry. */
export interface Position extends ViewAtPly {
  /** The seats that the match waits for. */
  waiting: Waiting[];
  /** What lies open and may decide the match. */
  threats: Threat[];
}

/** The newest change, for animations. */
export interface Batch {
  ply: number;
  before: Position | undefined;
  events: GameEvent[];
}

/** How the match ended; the seed may come later. */
export type Ending = Pick<EndFrame, 'outcome'> & Partial<Pick<EndFrame, 'seed'>>;

/** One viewer's state of a match. The connection writes it, the table reads it. */
export class MatchState {
  match = $state.raw<MatchInfo>();
  viewer = $state.raw<Viewer>();
  waiting = $state.raw<Waiting[]>([]);
  clock = $state.raw<Clock>();
  chat = $state.raw<ChatLine[]>([]);
  /** The cursor of earlier chat lines, if there are more. */
  earlierChat = $state.raw<string>();
  /** The seats of every private channel; its existence is public. */
  channels = $state.raw<number[][]>([]);
  presence = $state.raw<Presence>({ seats: {}, spectators: 0 });
  offers = $state.raw<Offer[]>([]);
  /** The offer that was settled last, with its outcome. */
  settledOffer = $state.raw<Offer>();
  /** Until when the viewer's seat passes automatically. */
  autoPass = $state<PassUntil>('off');
  /** Whether questions with only one answer are answered for the viewer's seat. */
  autoAnswer = $state(false);
  /** What the viewer's seat may undo. */
  undoable = $state.raw<Undoable>({});
  readonly skew = new ClockSkew();
  /** Says what comes in English in another language. */
  translator = $state.raw<GameTextTranslator>();
  #current = $state.raw<ViewAtPly>();
  #decisions = $state.raw<Decision[]>([]);
  #log = $state.raw<GameEvent[]>([]);
  #batch = $state.raw<Batch>({ ply: -1, before: undefined, events: [] });
  #end = $state.raw<Ending>();
  #threats = $state.raw<Threat[]>([]);
  readonly textContext: TextContext = $derived.by(() => ({
    players: this.view?.players.map(({ name }) => name) ?? [],
    reader: this.seat,
  }));
  readonly #translatedDecisions = $derived.by(
    () => this.translator?.decisions(this.#decisions, this.textContext) ?? this.#decisions,
  );
  readonly #translatedLog = $derived.by(() => this.#translate(this.#log));
  readonly #translatedBatch = $derived.by(() => {
    const events = this.#translate(this.#batch.events);
    return { ...this.#batch, events };
  });
  readonly #translatedEnd = $derived.by(() => {
    const end = this.#end;
    const outcome = end && this.translator?.outcome(end.outcome, this.textContext);
    return outcome ? { ...end, outcome } : end;
  });
  /** Nothing before the match starts, then with bots named in the reader's language. */
  readonly #translatedView = $derived.by(() => {
    const view = this.#current?.view.status === 'open' ? undefined : this.#current?.view;
    const bots = (this.match?.seats ?? []).filter(({ bot }) => bot);
    if (!view || !bots.length) return view;
    const players = view.players.map((player) => {
      const { bot } = bots.find(({ seat }) => seat === player.seat) ?? {};
      const name = translatedName(player.name, bot);
      return name === player.name ? player : { ...player, name };
    });
    return { ...view, players };
  });
  readonly #position = $derived.by((): Position | undefined => {
    const ply = this.#current?.ply ?? -1;
    const view = this.#translatedView;
    const threats = this.translator?.threats(this.#threats, this.textContext) ?? this.#threats;
    return view && { ply, view, waiting: this.waiting, threats };
  });

  /** What stands on the table now. */
  get position(): Position | undefined {
    return this.#position;
  }

  /** The open questions. */
  get decisions(): Decision[] {
    return this.#translatedDecisions;
  }

  set decisions(decisions: Decision[]) {
    this.#decisions = decisions;
  }

  get log(): GameEvent[] {
    return this.#translatedLog;
  }

  set log(log: GameEvent[]) {
    this.#log = log;
  }

  get batch(): Batch {
    return this.#translatedBatch;
  }

  set batch(batch: Batch) {
    this.#batch = batch;
  }

  get end(): Ending | undefined {
    return this.#translatedEnd;
  }

  set end(end: Ending | undefined) {
    this.#end = end;
  }

  get view(): View | undefined {
    return this.#translatedView;
  }

  get ply(): number {
    return this.#current?.ply ?? -1;
  }

  /** The viewer's seat, if any. */
  get seat(): number | undefined {
    return this.viewer && 'seat' in this.viewer ? this.viewer.seat : undefined;
  }

  /** How late the viewer sees the match, if so. */
  get delayed(): Delay | undefined {
    return this.viewer && 'public' in this.viewer ? this.match?.spectator_delay : undefined;
  }

  takeHello({ viewer }: HelloFrame): void {
    this.viewer = viewer;
  }

  /** Applies a full frame: replaces everything known before. */
  takeFull(frame: FullFrame): void {
    const isFirst = this.view === undefined;
    this.viewer = frame.viewer;
    this.#change({ ply: frame.ply, view: frame.view }, frame.events);
    if (isFirst) this.batch = { ...this.#batch, events: [] };
    this.decisions = frame.decisions;
    this.waiting = frame.waiting;
    this.takeClock(frame.clock);
    this.offers = frame.offers ?? [];
    this.autoPass = frame.auto_pass ?? 'off';
    this.autoAnswer = frame.auto_answer ?? false;
    this.undoable = frame.undo ?? {};
    this.#threats = frame.threats ?? [];
    if (frame.presence) this.presence = frame.presence;
  }

  /** Another moment of the past; `events` are those that led here from the moment before, if so. */
  takeMoment(frame: FullFrame, events: GameEvent[]): void {
    const before = events.length ? this.position : undefined;
    this.batch = { ply: frame.ply, before, events };
    this.viewer = frame.viewer;
    this.waiting = frame.waiting;
    this.#threats = frame.threats ?? [];
    this.#current = { ply: frame.ply, view: frame.view };
  }

  /** A view that belongs to no match, such as that of a drawing. */
  takeView(view: View, viewer: Viewer): void {
    this.viewer = viewer;
    this.#current = { ply: 0, view };
  }

  /** False if the delta does not fit the current state. */
  takeDelta(frame: DeltaFrame): boolean {
    const next = this.#current ? applyDelta(this.#current, frame) : 'broken';
    if (next === 'old') return true;
    if (next === 'broken') return false;
    this.#change(next, frame.events ?? []);
    if (frame.decisions) this.decisions = frame.decisions;
    if (frame.waiting) this.waiting = frame.waiting;
    if (frame.clock) this.takeClock(frame.clock);
    if (frame.auto_pass) this.autoPass = frame.auto_pass;
    if (frame.undo) this.undoable = frame.undo;
    if (frame.threats) this.#threats = frame.threats;
    return true;
  }

  takeClock(clock: Clock | undefined): void {
    this.clock = clock;
    if (clock?.now) this.skew.observe(clock.now);
  }

  /** An offer was made, answered or settled. */
  takeOffer(offer: Offer): void {
    const others = this.offers.filter(({ id }) => id !== offer.id);
    const open = offer.status === undefined || offer.status === 'open';
    this.offers = open ? [...others, offer] : others;
    if (!open) this.settledOffer = offer;
  }

  takeLog(events: GameEvent[]): void {
    this.log = extendedLog(this.#log, events);
  }

  /** Loaded chat lines; lines that arrived over the socket meanwhile stay. */
  takeChat(lines: ChatLine[], earlier?: string): void {
    const newest = lines.at(-1)?.at ?? '';
    this.chat = [...lines, ...this.chat.filter(({ at }) => at > newest)];
    this.earlierChat = earlier;
  }

  /** The page before the known lines. */
  takeEarlierChat(lines: ChatLine[], earlier?: string): void {
    this.chat = [...lines, ...this.chat];
    this.earlierChat = earlier;
  }

  #change(next: ViewAtPly, events: GameEvent[]): void {
    const fresh = unseenEvents(this.#log, events);
    this.batch = { ply: next.ply, before: this.position, events: fresh };
    this.#current = next;
    if (fresh.length) this.log = extendedLog(this.#log, fresh);
  }

  #translate(events: GameEvent[]): GameEvent[] {
    return this.translator?.events(events, this.textContext) ?? events;
  }
}
