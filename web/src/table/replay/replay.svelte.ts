import { historyApi, type Entry, type SeenAs } from '../../api/history';
import type { FullFrame, GameEvent, MatchInfo } from '../../api/types';
import { finishMotion } from '../effects/motion';
import { Moments } from './moments';
import { Past } from './past.svelte';

/** How long a step is shown at normal speed, in milliseconds. */
const STEP_MS = 1_400;
export const SPEEDS = [0.5, 1, 2, 4];

/** Replay: the current moment, whose view is shown, and whether it is playing. */
export class Replay {
  readonly source: Past;
  readonly #id: string;
  /** The requested moment; the shown one follows. */
  ply = $state(0);
  last = $state(0);
  as = $state<SeenAs>();
  playing = $state(false);
  speed = $state(1);
  failed = $state(false);
  /** The view of each seat, if all are shown. */
  seats = $state.raw<FullFrame[]>([]);
  #entries = $state.raw<Entry[]>([]);
  #told: GameEvent[] = [];
  #moments: Moments;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(match: MatchInfo, ply: number | undefined, as?: SeenAs) {
    this.#id = match.id;
    this.source = new Past(match);
    this.last = match.ply;
    this.as = as;
    this.#moments = this.#seenBy(as);
    void this.#readLog();
    void this.goTo(ply ?? 0);
  }

  /** The plies where another player began to act, and both ends. */
  readonly turns = $derived.by(() => {
    const acted = this.#entries.filter(({ seat }) => seat !== undefined);
    const changes = acted.filter(({ seat }, index) => seat !== acted[index - 1]?.seat);
    return [0, ...changes.map(({ ply }) => ply), this.last];
  });

  get isShown(): boolean {
    return this.source.ply === this.ply;
  }

  async goTo(ply: number): Promise<void> {
    clearTimeout(this.#timer);
    const wanted = Math.max(0, Math.min(this.last, Math.round(ply)));
    this.ply = wanted;
    const moments = this.#moments;
    try {
      const frames = await moments.get(wanted);
      if (this.ply !== wanted || this.#moments !== moments) return;
      this.#show(frames);
      moments.expect(wanted, this.last);
    } catch {
      if (this.ply === wanted) this.failed = true;
      this.playing = false;
    }
  }

  step(by: number): void {
    this.stop();
    void this.goTo(this.ply + by);
  }

  /** To the next (1) or previous (-1) change of the acting player. */
  turn(direction: 1 | -1): void {
    this.stop();
    const later = this.turns.filter((ply) => (ply - this.ply) * direction > 0);
    void this.goTo((direction === 1 ? later[0] : later.at(-1)) ?? this.ply);
  }

  /** Switches to another view, at the same moment. */
  seeAs(as: SeenAs | undefined): void {
    if (as === this.as) return;
    this.as = as;
    this.#moments = this.#seenBy(as);
    void this.#readLog();
    void this.goTo(this.ply);
  }

  toggle(): void {
    if (this.playing) return this.stop();
    this.playing = true;
    void this.goTo(this.ply >= this.last ? 0 : this.ply + 1);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The match has new moves. */
  extend(last: number): void {
    if (last <= this.last) return;
    this.last = last;
    void this.#readLog();
  }

  #seenBy(as: SeenAs | undefined): Moments {
    return new Moments((ply) => historyApi.replay(this.#id, ply, as));
  }

  #show(frames: FullFrame[]): void {
    const frame = frames.at(-1);
    if (!frame) return;
    finishMotion();
    this.failed = false;
    this.seats = frames.slice(0, -1);
    const follows = frame.ply === this.source.ply + 1;
    this.source.takeMoment(frame, follows ? frame.events : []);
    this.#tellLog();
    if (!this.playing) return;
    if (frame.ply >= this.last) this.playing = false;
    else this.#timer = setTimeout(() => void this.goTo(this.ply + 1), STEP_MS / this.speed);
  }

  /** The log up to the current moment. */
  #tellLog(): void {
    const { ply } = this.source;
    this.source.log = this.#told.filter((event) => (event.ply ?? 0) <= ply);
  }

  async #readLog(): Promise<void> {
    const as = this.as === 'all' ? 'public' : this.as;
    const entries: Entry[] = [];
    const events: GameEvent[] = [];
    try {
      for (let after: number | undefined = -1; after !== undefined;) {
        const page = await historyApi.past(this.#id, after, as);
        entries.push(...page.entries);
        events.push(...page.events);
        after = page.next;
      }
    } catch {
      this.failed = true;
    }
    if (as !== (this.as === 'all' ? 'public' : this.as)) return;
    this.#entries = entries;
    this.#told = events;
    this.#tellLog();
  }
}
