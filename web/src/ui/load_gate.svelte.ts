import { createContext } from 'svelte';

/** For how long something is held back. */
const MAX_WAIT_MS = 3_000;

/** What the page holds back until it is whole, so that nothing moves later; but not for ever. */
export class LoadGate {
  #closed = $state(true);

  /** Made with its component; what it holds back is whole as soon as `isWhole` returns true. */
  constructor(isWhole: () => boolean) {
    $effect.pre(() => {
      if (isWhole()) this.#closed = false;
    });
    $effect(() => {
      const timer = setTimeout(() => (this.#closed = false), MAX_WAIT_MS);
      return () => clearTimeout(timer);
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }
}

type ReportLoading = (part: Promise<unknown>) => void;

const [getReporter, provideReporter, hasReporter] = createContext<ReportLoading>();

/** Holds back what a component contains until all its parts have what they show. */
export function loadGateOfParts(): LoadGate {
  // One more, until the parts have begun to load.
  let loading = 1;
  let whole = $state(false);
  const settle = (): void => {
    loading -= 1;
    if (!loading) whole = true;
  };
  provideReporter((part) => {
    loading += 1;
    void part.finally(settle);
  });
  $effect(settle);
  return new LoadGate(() => whole);
}

/** By which a part that may be held together with others says what it loads. */
export function reportLoading(): ReportLoading {
  return hasReporter() ? getReporter() : () => undefined;
}
