/**
 * Call `ask` now and every `every` milliseconds while the page is visible, never concurrently.
 * Returns a function that stops it.
 */
export function poll(ask: () => Promise<void>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let running = false;

  async function round(): Promise<void> {
    clearTimeout(timer);
    if (stopped || running || document.visibilityState === 'hidden') return;
    running = true;
    await ask().catch(() => undefined);
    running = false;
    if (!stopped) timer = setTimeout(() => void round(), every);
  }

  const look = (): void => void round();
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
