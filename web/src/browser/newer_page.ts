/** The page that the server has by now: a tab may outlive the one that it was loaded with. */

const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

let newer = false;

/** Whether the server has a newer page than this one; the next link that is followed loads it. */
export function isOutdated(): boolean {
  return newer;
}

/** Ask the server for its page: one that begins with another script is newer. */
export async function lookForNewerPage(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!own) return;
  const page = await fetch('/', { cache: 'no-cache' })
    .then((reply) => (reply.ok ? reply.text() : ''))
    .catch(() => '');
  const named = ENTRY.exec(page)?.[1];
  if (named) newer = named !== own;
}

/** Look whenever this tab is looked at again: it may have been in the background for days. */
export function watchForNewerPage(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForNewerPage();
  });
}
