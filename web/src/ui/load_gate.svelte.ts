import { createContext } from 'svelte';

/** After this the content is shown, loaded or not. */
const MAX_WAIT_MS = 3_000;

/** Keeps content back until it has loaded, so that nothing moves later; but not for ever. */
export class LoadGate {
  #closed = $state(true);

  /** To be made while its component is: the gate opens as soon as `isLoaded` returns true. */
  constructor(isLoaded: () => boolean) {
    $effect.pre(() => {
      if (isLoaded()) this.#closed = false;
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

/** A gate for a component that opens when all parts inside it have loaded. */
export function gateUntilPartsLoad(): LoadGate {
  // One more, until the parts have begun to load.
  let pendingCount = 1;
  let loaded = $state(false);
  const settle = (): void => {
    pendingCount -= 1;
    if (!pendingCount) loaded = true;
  };
  provideReporter((part) => {
    pendingCount += 1;
    void part.finally(settle);
  });
  $effect(settle);
  return new LoadGate(() => loaded);
}

/** For a part that may be behind a gate: the function that tells the gate what it loads. */
export function loadReporter(): ReportLoading {
  return hasReporter() ? getReporter() : () => undefined;
}
