/** Ambience: what moves without end stops where nobody looks: on a hidden page, and while nothing
 * has happened for a while. Its style asks for `:root[data-ambience='still']`. */

const IDLE_MS = 30_000;
const ACTIVITY = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const;

export class Ambience {
  isStill = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Something has happened. */
  readonly wake = (): void => {
    clearTimeout(this.#timer);
    this.isStill = document.hidden;
    if (!document.hidden) this.#timer = setTimeout(() => (this.isStill = true), IDLE_MS);
  };

  /** Watches the page until the returned function is called. */
  watch(): () => void {
    for (const name of ACTIVITY) addEventListener(name, this.wake, { passive: true });
    document.addEventListener('visibilitychange', this.wake);
    this.wake();
    return () => {
      for (const name of ACTIVITY) removeEventListener(name, this.wake);
      document.removeEventListener('visibilitychange', this.wake);
      clearTimeout(this.#timer);
    };
  }
}
