import { historyApi, type Entry, type SeenAs } from '../../api/history';
import type { FullFrame, GameEvent, MatchInfo } from '../../api/types';
import { finishMotion } from '../effects/motion';
import { FrameCache } from './frame_cache';
import { ReadOnlyMatch } from './read_only_match.svelte';

/** How long a step is shown at normal speed, in milliseconds. */
const STEP_MS = 1_400;
export const SPEEDS = [0.5, 1, 2, 4];

/** Replay: the current moment, whose view is shown, and whether it is playing. */
export class Replay {
  readonly source: ReadOnlyMatch;
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
  #events: GameEvent[] = [];
  #frames: FrameCache;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(match: MatchInfo, ply: number | undefined, as?: SeenAs) {
    this.#id = match.id;
    this.source = new ReadOnlyMatch(match);
    this.last = match.ply;
    this.as = as;
    this.#frames = this.#framesAs(as);
    void this.#loadLog();
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
    const target = Math.max(0, Math.min(this.last, Math.round(ply)));
    this.ply = target;
    const cache = this.#frames;
    try {
      const frames = await cache.get(target);
      if (this.ply !== target || this.#frames !== cache) return;
      this.#show(frames);
      cache.prefetch(target, this.last);
    } catch {
      if (this.ply === target) this.failed = true;
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
    this.#frames = this.#framesAs(as);
    void this.#loadLog();
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
    void this.#loadLog();
  }

  #framesAs(as: SeenAs | undefined): FrameCache {
    return new FrameCache((ply) => historyApi.replay(this.#id, ply, as));
  }

  #show(frames: FullFrame[]): void {
    const frame = frames.at(-1);
    if (!frame) return;
    finishMotion();
    this.failed = false;
    this.seats = frames.slice(0, -1);
    const isNext = frame.ply === this.source.ply + 1;
    this.source.takeMoment(frame, isNext ? frame.events : []);
    this.#showLog();
    if (!this.playing) return;
    if (frame.ply >= this.last) this.playing = false;
    else this.#timer = setTimeout(() => void this.goTo(this.ply + 1), STEP_MS / this.speed);
  }

  /** The log up to the current moment. */
  #showLog(): void {
    const { ply } = this.source;
    this.source.log = this.#events.filter((event) => (event.ply ?? 0) <= ply);
  }

  async #loadLog(): Promise<void> {
    const as = this.as === 'all' ? 'public' : this.as;
    const entries: Entry[] = [];
    const events: GameEvent[] = [];
    try {
      for (let after: number | undefined = -1; after !== undefined;) {
        const page = await historyApi.log(this.#id, after, as);
        entries.push(...page.entries);
        events.push(...page.events);
        after = page.next;
      }
    } catch {
      this.failed = true;
    }
    if (as !== (this.as === 'all' ? 'public' : this.as)) return;
    this.#entries = entries;
    this.#events = events;
    this.#showLog();
  }
}
