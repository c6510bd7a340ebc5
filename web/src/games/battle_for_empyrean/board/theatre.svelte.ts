import { tick } from 'svelte';

import { paced } from '../../../browser/comfort';
import { move, places } from '../../../table/desk/motion';
import { lastWord, type Scene } from './scene';

const PAUSE: Record<string, number> = { revealed: 700, destroyed: 520, moved: 520 };
const USUAL = 380;
const OPENING = 260;
/** Upper limit for the narration of any number of events. */
const LONGEST = 6500;

/** Listener of the playback: the scene reached, and the end. */
export interface Teller {
  tell: (scene: Scene) => void;
  finish: () => void;
}

/** Plays scenes one after another; any press skips them. */
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

  /** Starts from the previous table, so the end is not shown first; while scenes are
   * playing, new ones are appended. */
  play(scenes: Scene[], opening: Scene['table'], longest = LONGEST): void {
    const [first] = scenes;
    if (!first) return;
    this.#left = [...this.#left, ...scenes];
    const needed = this.#left.reduce((sum, scene) => sum + pauseOf(scene), OPENING);
    this.#haste = paced(Math.min(1, longest / needed));
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
