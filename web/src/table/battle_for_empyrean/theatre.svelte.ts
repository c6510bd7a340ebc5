import { tick } from 'svelte';

import { move, places, still } from '../desk/motion';
import { lastWord, type Scene } from './scene';

const PAUSE: Record<string, number> = { revealed: 700, destroyed: 520, moved: 520 };
const USUAL = 380;
/** However much happened, it is told within this time. */
const LONGEST = 6500;

/** Plays scenes one after the other; whoever doesn't want to wait presses anything. */
export class Theatre {
  scene = $state.raw<Scene>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left: Scene[] = [];
  #haste = 1;

  /** Begins with what was there before, so that nobody sees the end first. */
  play(scenes: Scene[], opening: Scene['table'], root: () => ParentNode | undefined): void {
    this.end();
    const [first] = scenes;
    if (!first || still()) return;
    const needed = scenes.reduce((sum, scene) => sum + pauseOf(scene), 0);
    this.#haste = Math.min(1, LONGEST / needed);
    this.#left = scenes;
    this.scene = { table: opening, event: first.event, acts: [] };
    this.#timer = setTimeout(() => this.#next(root), 260);
  }

  /** Shows the table as it is now; whether anything was still to be told. */
  end(): boolean {
    clearTimeout(this.#timer);
    const playing = this.scene !== undefined;
    this.#left = [];
    this.scene = undefined;
    return playing;
  }

  #next(root: () => ParentNode | undefined): void {
    const [scene, ...rest] = this.#left;
    const area = root();
    const before = area ? places(area) : undefined;
    this.#left = rest;
    this.scene = scene;
    if (area && before) void tick().then(() => move(area, before, [], () => undefined));
    if (scene) this.#timer = setTimeout(() => this.#next(root), pauseOf(scene) * this.#haste);
  }
}

function pauseOf(scene: Scene): number {
  return PAUSE[lastWord(scene.event.key)] ?? USUAL;
}
