import { isOutdated } from './newer_page';
import { API, pathOf, resolve, type Path } from './paths';

let address = $state(new URL(location.href));

window.addEventListener('popstate', () => {
  address = new URL(location.href);
});

/** Router: the current path, from the root of this site. */
export const route = {
  get path(): Path {
    return pathOf(address.pathname) ?? '/';
  },
  get query(): URLSearchParams {
    return address.searchParams;
  },
};

/** Go to another page of this site; `replace` adds no history entry. */
export function navigate(path: Path, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(undefined, '', resolve(path));
  else history.pushState(undefined, '', resolve(path));
  address = new URL(location.href);
  window.scrollTo(0, 0);
}

/**
 * Handle plain clicks on internal links; leave all others to the browser. If the server has a newer
 * page, the browser gets these too, and loads it.
 */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return;
  const path = pathOf(link.pathname);
  if (link.origin !== location.origin || !path || link.pathname.startsWith(`${API}/`)) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (isOutdated()) return;
  event.preventDefault();
  navigate(`${path}${link.search}${link.hash}`);
}

/** The named parts of a path ("/games/:game"), or undefined where it is another path. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = pattern.split('/');
  const pathParts = path.replace(/(.)\/$/, '$1').split('/');
  if (patternParts.length !== pathParts.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index] ?? '';
    if (part.startsWith(':') && value) parts[part.slice(1)] = decodePart(value);
    else if (part !== value) return undefined;
  }
  return parts;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
