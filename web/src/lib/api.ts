import { Problem, unreachable } from './problem';
import type {
  Account,
  ChatLine,
  Game,
  GameDetails,
  GameEvent,
  JoinWish,
  JsonObject,
  MatchInfo,
  MatchStatus,
  Me,
  NewMatch,
  NewName,
  Page,
  ProblemBody,
  SeatChange,
} from './protocol';

const BASE = '/api/v1';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request; the session is the cookie. Throws `Problem`. */
async function request<Reply>(method: Method, path: string, body?: object): Promise<Reply> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (body) {
    init.body = JSON.stringify(body);
    init.headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  }
  const response = await fetch(BASE + path, init).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Reply;
}

async function problemOf(response: Response): Promise<Problem> {
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const body = (await response.json().catch(() => undefined)) as ProblemBody | undefined;
  if (body && typeof body.type === 'string') return new Problem(body, retryAfter);
  const title = response.statusText || `HTTP ${response.status}`;
  return new Problem({ type: '/problems/unavailable', title, status: response.status }, retryAfter);
}

function at(...parts: (string | number)[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

function query(filter: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

export interface MatchFilter {
  status?: MatchStatus;
  game?: string;
  account?: string;
  cursor?: string;
  limit?: number;
}

export const api = {
  me: () => request<Me>('GET', '/me'),
  rename: (name: string) => request<Me>('PATCH', '/me', { name } satisfies NewName),
  becomeGuest: (name: string) =>
    request<{ account: Account }>('POST', '/guests', { name } satisfies NewName),

  games: () => request<Page<Game>>('GET', '/games'),
  game: (game: string) => request<GameDetails>('GET', at('games', game)),

  matches: (filter: MatchFilter = {}) =>
    request<Page<MatchInfo>>('GET', `/matches${query({ ...filter })}`),
  match: (id: string) => request<MatchInfo>('GET', at('matches', id)),
  matchByCode: (code: string) => request<MatchInfo>('GET', at('matches', 'by-code', code)),
  createMatch: (match: NewMatch) => request<MatchInfo>('POST', '/matches', match),
  join: (id: string, wish: JoinWish) =>
    request<MatchInfo>('POST', at('matches', id, 'seats'), wish),
  leave: (id: string) => request<MatchInfo>('DELETE', at('matches', id, 'seats', 'mine')),
  changeSeat: (id: string, seat: number, change: SeatChange) =>
    request<MatchInfo>('PUT', at('matches', id, 'seats', seat), change),
  start: (id: string) => request<MatchInfo>('POST', at('matches', id, 'start')),
  rematch: (id: string) => request<MatchInfo>('POST', at('matches', id, 'rematch')),
  resign: (id: string) => request<JsonObject>('POST', at('matches', id, 'resign')),

  /** What was told after a ply, and after which ply to go on. */
  log: (id: string, after: number) =>
    request<{ events: GameEvent[]; next?: number }>(
      'GET',
      `${at('matches', id, 'log')}${query({ after })}`,
    ),
  chat: (id: string) => request<Page<ChatLine>>('GET', at('matches', id, 'chat')),
};
