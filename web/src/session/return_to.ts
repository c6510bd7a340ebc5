/** The page to return to after signing in: always on this site. */
export function nextFrom(query: URLSearchParams): string {
  const wanted = query.get('next') ?? '';
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}

/** The address of a page that leads on to another. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
