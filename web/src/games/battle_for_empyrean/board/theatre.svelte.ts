import { tick } from 'svelte';

import { paced } from '../../../browser/table_preferences';
import type { Position } from '../../../match/state.svelte';
import { animateMoves, motionRects } from '../../../table/effects/motion';
import { tableOf } from '../view';
import { lastWord, positionIn, type Scene } from './scene';

const PAUSES_MS: Record<string, number> = { revealed: 700, destroyed: 520, moved: 520 };
const USUAL_PAUSE_MS = 380;
const OPENING_PAUSE_MS = 260;
/** Upper limit for the narration of any number of events. */
const MAX_NARRATION_MS = 6500;

/** A scene, with what stands on the table in it. */
interface Played extends Scene {
  position: Position;
}

/** Listener of the playback: the table that is to be shown, the scene reached, and the end. */
export interface Teller {
  show: (scene: Played) => void;
  tell: (scene: Scene) => void;
  finish: () => void;
}

/** Plays scenes one after another; any press skips them. */
export class Theatre {
  scene = $state.raw<Scene>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left: Played[] = [];
  #haste = 1;
  readonly #root: () => ParentNode | undefined;
  readonly #teller: Teller;

  constructor(root: () => ParentNode | undefined, teller: Teller) {
    this.#root = root;
    this.#teller = teller;
  }

  /** Starts from the position before the scenes, so the end is not shown first; while scenes are
   * playing, new ones are appended. */
  play(scenes: Scene[], before: Position, longest = MAX_NARRATION_MS): void {
    const [first] = scenes;
    if (!first) return;
    const played = scenes.map((scene) => ({ ...scene, position: positionIn(before, scene.table) }));
    this.#left = [...this.#left, ...played];
    const needed = this.#left.reduce((sum, scene) => sum + pauseOf(scene), OPENING_PAUSE_MS);
    this.#haste = paced(Math.min(1, longest / needed));
    if (this.scene) return;
    const position = positionIn(before, tableOf(before.view));
    this.#show({ table: tableOf(before.view), event: first.event, acts: [], position });
    this.#timer = setTimeout(() => this.#next(), OPENING_PAUSE_MS * this.#haste);
  }

  #show(scene: Played): void {
    this.scene = scene;
    this.#teller.show(scene);
  }

  /** Shows the table as it is now. */
  end(): void {
    clearTimeout(this.#timer);
    this.#left = [];
    this.scene = undefined;
  }

  #next(): void {
    const [scene, ...rest] = this.#left;
    if (!scene) {
      this.#teller.finish();
      return;
    }
    const area = this.#root();
    const before = area ? motionRects(area) : undefined;
    this.#left = rest;
    this.#show(scene);
    if (area && before) void tick().then(() => animateMoves(area, before, [], () => undefined));
    this.#teller.tell(scene);
    this.#timer = setTimeout(() => this.#next(), pauseOf(scene) * this.#haste);
  }
}

function pauseOf(scene: Scene): number {
  return PAUSES_MS[lastWord(scene.event.key)] ?? USUAL_PAUSE_MS;
}
