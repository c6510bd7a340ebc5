/** Chunks: the parts of the page that are loaded when they are needed. */

type Chunk<T> = () => Promise<T>;

const RETRY_AFTER_MS = 500;

let missing = $state(false);
let dismissedMs = -Infinity;

/** Style sheets of chunks that could not be loaded. */
const failedSheets = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
  },
  true,
);

export const chunks = {
  /** A chunk could not be loaded, not even at the second attempt: the page offers a reload. */
  get missing(): boolean {
    return missing;
  },
  /** Nor do those offer it again that are being loaded now. */
  dismiss(): void {
    missing = false;
    dismissedMs = performance.now();
  },
};

/**
 * Load a chunk for a caller that can do without it; retries once, then rejects. Firefox remembers
 * that a script failed until the page is reloaded, so only a failed sheet is fetched again there.
 */
export async function tryLoading<T>(chunk: Chunk<T>): Promise<T> {
  const begunMs = performance.now();
  try {
    return await chunk();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
  try {
    await Promise.all([...failedSheets].map(reload));
    return await chunk();
  } catch (error) {
    if (begunMs > dismissedMs) missing = true;
    throw error;
  }
}

/** Load a chunk; stays pending if that fails: the page then offers a reload, and nobody else acts. */
export function load<T>(chunk: Chunk<T>): Promise<T> {
  return tryLoading(chunk).catch(() => new Promise<never>(() => {}));
}

/** Vite requests each sheet once and takes one that failed for present. */
function reload(link: HTMLLinkElement): Promise<unknown> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  const settled = new Promise((resolve, reject) => {
    fresh.onload = resolve;
    fresh.onerror = () => reject(new Error(`no sheet at ${link.href}`));
  });
  link.replaceWith(fresh);
  failedSheets.delete(link);
  return settled;
}
