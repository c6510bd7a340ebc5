/** Detects that the server has a newer page than the one that this tab was loaded with. */

import { resolve } from './paths';

const ENTRY_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;

let outdated = false;

/** Whether the server has a newer page than this one; the next link that is followed loads it. */
export function isOutdated(): boolean {
  return outdated;
}

/** Fetch the server's page: if its entry script differs, it is newer. If that fails, nothing changes. */
export async function lookForNewerPage(): Promise<void> {
  const ownScript = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!ownScript) return;
  const page = await fetch(resolve('/'), { cache: 'no-cache' })
    .then((reply) => (reply.ok ? reply.text() : ''))
    .catch(() => '');
  const newestScript = ENTRY_SCRIPT.exec(page)?.[1];
  if (newestScript) outdated = newestScript !== ownScript;
}

/** Check whenever this tab becomes visible: it may have been in the background for days. */
export function watchForNewerPage(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForNewerPage();
  });
}
