import { API } from '../browser/paths';
import { Problem, unreachable } from './problem';
import type { ProblemBody } from './types';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A wrong password does not mean that the session has ended. */
const SIGN_IN_PATHS = ['/sessions', '/accounts/by-provider'];

let sessionLost: (() => void) | undefined;

/** Register a callback for when the server no longer knows the session: it was ended elsewhere. */
export function onSessionLost(callback: () => void): void {
  sessionLost = callback;
}

/** One request; the session is the cookie. Throws `Problem`. */
export async function request<Reply>(method: Method, path: string, body?: object): Promise<Reply> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (body) {
    init.body = JSON.stringify(body);
    init.headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  }
  const response = await fetch(API + path, init).catch(() => {
    throw unreachable();
  });
  const isSignIn = SIGN_IN_PATHS.some((start) => path.startsWith(start));
  if (response.status === 401 && !isSignIn) sessionLost?.();
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Reply;
}

/** The problem in an error response. */
export async function problemOf(response: Response): Promise<Problem> {
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const body = (await response.json().catch(() => undefined)) as ProblemBody | undefined;
  if (body && typeof body.type === 'string') return new Problem(body, retryAfter);
  const title = response.statusText || `HTTP ${response.status}`;
  return new Problem({ type: '/problems/unavailable', title, status: response.status }, retryAfter);
}

/** A path of these parts: `at('matches', id)`. */
export function at(...parts: (string | number)[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** Query string for a path; undefined values are left out. */
export function query(filter: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

/** The address of what is not fetched by `request`: a stream, a download, a sign-in elsewhere. */
export function streamAddress(path: string): string {
  return API + path;
}
