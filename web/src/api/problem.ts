import type { ProblemBody } from './types';

/** A refusal by the server (RFC 9457); `type` is the last part of its URI. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly type: string;
  readonly status: number;
  readonly title: string;
  readonly body: ProblemBody;
  /** Seconds before a retry. */
  readonly retryAfter: number | undefined;

  constructor(body: ProblemBody, retryAfter?: number) {
    super(body.why ?? body.detail ?? body.title);
    this.type = body.type.slice(body.type.lastIndexOf('/') + 1);
    this.status = body.status;
    this.title = body.title;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** The request got no response: no network, or the server is down. */
export function unreachable(): Problem {
  return new Problem({
    type: '/problems/unreachable',
    title: 'The server cannot be reached',
    status: 0,
  });
}

/** The browser did not keep the cookie of a session, so the server does not know it. */
export function cookiesRefused(): Problem {
  const title = 'This browser refuses cookies';
  return new Problem({ type: '/problems/cookies-refused', title, status: 0 });
}

/** The server has no guests, and the player has not signed in. */
export function accountNeeded(): Problem {
  return new Problem({ type: '/problems/unauthenticated', title: 'Sign in first', status: 401 });
}

/** Any thrown value as a problem that can be shown. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const title = thrown instanceof Error ? thrown.message : String(thrown);
  return new Problem({ type: '/problems/unexpected', title, status: 0 });
}

/** Why a line was closed for good, by its close code. */
export function closedProblem(code: number): Problem {
  const kinds: Record<number, [string, string, number]> = {
    4001: ['forbidden', 'You may not see this match', 403],
    4004: ['not-found', 'There is no such match', 404],
  };
  const [type, title, status] = kinds[code] ?? ['match-over', 'This match is closed', 409];
  return new Problem({ type: `/problems/${type}`, title, status });
}
