import { pacedMs } from '../../../browser/motion_tokens';
import { inNextFrame } from '../../../browser/next_frame';
import type { Position } from '../../../match/state.svelte';
import { animateMoves, motionRects } from '../../../table/effects/motion';
import { tableOf } from '../view';
import { lastWord, positionIn, type Scene } from './scene';

const PAUSES_MS: Record<string, number> = {
  revealed: 700,
  destroyed: 520,
  moved: 520,
  battlefield_won: 1250,
  battlefield_tied: 1250,
};
const USUAL_PAUSE_MS = 380;
const OPENING_PAUSE_MS = 260;
/** Upper limit for the narration of any number of events. */
const MAX_NARRATION_MS = 6500;
/** With the battlefields judged one after another, which nobody waits to answer after. */
const MAX_JUDGEMENT_MS = 9000;

/** A scene, with what stands on the table in it. */
interface StagedScene extends Scene {
  position: Position;
}

/** Listener of the playback: the table that is to be shown, the scene reached, and the end. */
export interface PlaybackListener {
  show: (scene: StagedScene) => void;
  reach: (scene: Scene) => void;
  /** A scene is about to be shown; and it is on the page. */
  prepare: (scene: Scene) => void;
  perform: (scene: Scene) => void;
  finish: () => void;
}

/** Plays scenes one after another; any press skips them. */
export class Theatre {
  scene = $state.raw<Scene>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: StagedScene[] = [];
  #paceFactor = 1;
  readonly #root: () => ParentNode | undefined;
  readonly #listener: PlaybackListener;

  constructor(root: () => ParentNode | undefined, listener: PlaybackListener) {
    this.#root = root;
    this.#listener = listener;
  }

  /** Starts from the position before the scenes, so the end is not shown first; while scenes are
   * playing, new ones are appended. */
  play(scenes: Scene[], before: Position, maxMs = longestMs(scenes)): void {
    const [first] = scenes;
    if (!first) return;
    const staged = scenes.map((scene) => ({ ...scene, position: positionIn(before, scene.table) }));
    this.#queue = [...this.#queue, ...staged];
    const neededMs = this.#queue.reduce((sum, scene) => sum + pauseOf(scene), OPENING_PAUSE_MS);
    this.#paceFactor = pacedMs(Math.min(1, maxMs / neededMs));
    if (this.scene) return;
    const position = positionIn(before, tableOf(before.view));
    this.#show({ table: tableOf(before.view), event: first.event, acts: [], position });
    this.#timer = setTimeout(() => this.#next(), OPENING_PAUSE_MS * this.#paceFactor);
  }

  #show(scene: StagedScene): void {
    this.scene = scene;
    this.#listener.show(scene);
  }

  /** Shows the table as it is now. */
  end(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.scene = undefined;
  }

  #next(): void {
    const [scene, ...rest] = this.#queue;
    if (!scene) {
      this.#listener.finish();
      return;
    }
    const area = this.#root();
    const before = area ? motionRects(area) : undefined;
    this.#queue = rest;
    this.#listener.prepare(scene);
    this.#show(scene);
    inNextFrame(() => this.scene === scene && this.#listener.perform(scene));
    if (area && before) animateMoves(area, before, [], () => undefined);
    this.#listener.reach(scene);
    this.#timer = setTimeout(() => this.#next(), pauseOf(scene) * this.#paceFactor);
  }
}

function longestMs(scenes: Scene[]): number {
  return scenes.some(({ judges }) => judges) ? MAX_JUDGEMENT_MS : MAX_NARRATION_MS;
}

function pauseOf(scene: Scene): number {
  return PAUSES_MS[lastWord(scene.event.key)] ?? USUAL_PAUSE_MS;
}
