import { tick } from 'svelte';

import { move, places } from '../../table/desk/motion';
import { lastWord, type Scene } from './scene';

const PAUSE: Record<string, number> = { revealed: 700, destroyed: 520, moved: 520 };
const USUAL = 380;
const OPENING = 260;
/** However much happened, it is told within this time. */
const LONGEST = 6500;

/** Whoever hears it told: up to which scene, and that it is over. */
export interface Teller {
  tell: (scene: Scene) => void;
  finish: () => void;
}

/** Plays scenes one after the other; whoever doesn't want to wait presses anything. */
export class Theatre {
  scene = $state.raw<Scene>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left: Scene[] = [];
  #haste = 1;
  readonly #root: () => ParentNode | undefined;
  readonly #teller: Teller;

  constructor(root: () => ParentNode | undefined, teller: Teller) {
    this.#root = root;
    this.#teller = teller;
  }

  /** Begins with what was there before, so that nobody sees the end first; while something is
   * played, what comes next follows it. */
  play(scenes: Scene[], opening: Scene['table'], longest = LONGEST): void {
    const [first] = scenes;
    if (!first) return;
    this.#left = [...this.#left, ...scenes];
    const needed = this.#left.reduce((sum, scene) => sum + pauseOf(scene), OPENING);
    this.#haste = Math.min(1, longest / needed);
    if (this.scene) return;
    this.scene = { table: opening, event: first.event, acts: [] };
    this.#timer = setTimeout(() => this.#next(), OPENING * this.#haste);
  }

  /** Shows the table as it is now. */
  end(): void {
    clearTimeout(this.#timer);
    this.#left = [];
    this.scene = undefined;
  }

  #next(): void {
    const [scene, ...rest] = this.#left;
    const area = this.#root();
    const before = area ? places(area) : undefined;
    this.#left = rest;
    this.scene = scene;
    if (area && before) void tick().then(() => move(area, before, [], () => undefined));
    if (!scene) {
      this.#teller.finish();
      return;
    }
    this.#teller.tell(scene);
    this.#timer = setTimeout(() => this.#next(), pauseOf(scene) * this.#haste);
  }
}

function pauseOf(scene: Scene): number {
  return PAUSE[lastWord(scene.event.key)] ?? USUAL;
}
