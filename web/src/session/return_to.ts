/** Where somebody wanted to go before he had to say who he is: always a page of ours. */
export function nextFrom(query: URLSearchParams): string {
  const wanted = query.get('next') ?? '';
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}

/** A way to a page that leads on to another. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
