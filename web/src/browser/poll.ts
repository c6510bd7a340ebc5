/**
 * Call `ask` now and every `periodMs` milliseconds while the page is visible, never concurrently.
 * Returns a function that stops it.
 */
export function poll(ask: () => Promise<void>, periodMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let running = false;

  async function pollOnce(): Promise<void> {
    clearTimeout(timer);
    if (stopped || running || document.visibilityState === 'hidden') return;
    running = true;
    await ask().catch(() => undefined);
    running = false;
    if (!stopped) timer = setTimeout(() => void pollOnce(), periodMs);
  }

  const pollIfVisible = (): void => void pollOnce();
  document.addEventListener('visibilitychange', pollIfVisible);
  pollIfVisible();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', pollIfVisible);
  };
}
