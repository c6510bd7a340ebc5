const SCRIPT = '/sw.js';
const CHECK_EVERY_MS = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

/** Keep the shell and the offline page in this browser, once the page itself has been loaded. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // Where it is refused (a private window), the page works as before.
    void navigator.serviceWorker
      .register(SCRIPT)
      .then(keepUpToDate)
      .catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/**
 * This page comes from the server, so it needs no older worker: one that waits takes over. For later
 * ones it asks itself: a browser asks when it loads a page, and a tab may stay open for days.
 */
function keepUpToDate(made: ServiceWorkerRegistration): void {
  registration = made;
  made.waiting?.postMessage('take over');
  setInterval(() => void made.update().catch(() => undefined), CHECK_EVERY_MS);
}

/** Whether a newer page has come out: the next one that is opened has to be loaded as a whole. */
export function isOutdated(): boolean {
  return Boolean(registration?.waiting);
}

export async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration().catch(() => undefined);
}
