import type { Path } from '../browser/paths';

/** The page to return to after signing in: always on this site. */
export function returnPath(query: URLSearchParams): Path {
  const next = query.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? (next as Path) : '/';
}

/** The path with `?next=`, so the page can lead there after signing in. */
export function withReturnTo(path: Path, next: Path): Path {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
