/** Before every test file: what jsdom lacks, and a server without content. */

class StillObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** jsdom lays nothing out, so nothing ever changes its size. */
globalThis.ResizeObserver ??= StillObserver;

/** jsdom animates nothing. */
if (typeof document !== 'undefined') document.getAnimations ??= () => [];

/**
 * Files of the page's server are empty: requests that failed would be repeated, at worst after their
 * test file has ended. Its API can't be reached; a test that needs it has one of its own.
 */
globalThis.fetch = (address) =>
  String(address).includes('/api/')
    ? Promise.reject(new TypeError('no server'))
    : Promise.resolve(Response.json({}));
