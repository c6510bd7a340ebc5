import type {
  ChatLine,
  GameDetails,
  GameGrammar,
  GameEvent,
  Games,
  Hint,
  FirstMatch,
  JoinRequest,
  JsonObject,
  Lessons,
  MatchInfo,
  OnlineBots,
  MatchStatus,
  NewMatch,
  Page,
  SeatChange,
  TermsChange,
} from './types';
import { at, query, request } from './http';

export interface MatchFilter {
  status?: MatchStatus;
  game?: string;
  account?: string;
  cursor?: string;
  limit?: number;
}

/** Games and matches. */
export const matchesApi = {
  /** Without a language, as the page's head preloads it. */
  games: (lang?: string) => request<Games>('GET', `/games${query({ lang })}`),
  /** With its version the description never changes: the browser keeps it. */
  game: (game: string, lang: string, version?: string) =>
    request<GameDetails>('GET', `${at('games', game)}${query({ lang, version })}`),

  /** What is the game's own in views, options and messages; kept like its description. */
  grammar: (game: string, version?: string) =>
    request<GameGrammar>('GET', `${at('games', game, 'grammar')}${query({ version })}`),
  firstMatch: (game: string, version?: string) =>
    request<FirstMatch>('GET', `${at('games', game, 'first-match')}${query({ version })}`),
  /** Start the first match of a game. */
  startFirstMatch: (game: string) => request<MatchInfo>('POST', at('games', game, 'first-match')),
  lessons: (game: string) => request<Lessons>('GET', at('games', game, 'lessons')),
  /** Start a lesson. */
  startLesson: (game: string, lesson: string) =>
    request<MatchInfo>('POST', at('games', game, 'lessons', lesson)),

  matches: (filter: MatchFilter = {}) =>
    request<Page<MatchInfo>>('GET', `/matches${query({ ...filter })}`),
  match: (id: string) => request<MatchInfo>('GET', at('matches', id)),
  matchByCode: (code: string) => request<MatchInfo>('GET', at('matches', 'by-code', code)),
  createMatch: (match: NewMatch) => request<MatchInfo>('POST', '/matches', match),
  join: (id: string, body: JoinRequest) =>
    request<MatchInfo>('POST', at('matches', id, 'seats'), body),
  close: (id: string) => request<MatchInfo>('DELETE', at('matches', id)),
  leave: (id: string) => request<MatchInfo>('DELETE', at('matches', id, 'seats', 'mine')),
  decline: (id: string, seat: number) =>
    request<MatchInfo>('DELETE', at('matches', id, 'seats', seat, 'invitation')),
  changeSeat: (id: string, seat: number, change: SeatChange) =>
    request<MatchInfo>('PUT', at('matches', id, 'seats', seat), change),
  /** Free another player's seat, as the host; the player can't simply come back. */
  freeSeat: (id: string, seat: number) =>
    request<MatchInfo>('DELETE', at('matches', id, 'seats', seat)),
  /** Make the person in a seat the host. */
  passOn: (id: string, seat: number) =>
    request<MatchInfo>('PUT', at('matches', id, 'host'), { seat }),
  /** For each seat the one whose player moves there; null is a new open seat. */
  arrangeSeats: (id: string, order: (number | null)[]) =>
    request<MatchInfo>('PUT', at('matches', id, 'seats'), { order }),
  changeTerms: (id: string, change: TermsChange) =>
    request<MatchInfo>('PATCH', at('matches', id), change),
  /** Confirm the terms of this number. */
  confirmTerms: (id: string, terms: number) =>
    request<MatchInfo>('PUT', at('matches', id, 'seats', 'mine', 'confirmation'), { terms }),
  /** Swap seats, or ask the player who sits there, or agree. */
  swapSeats: (id: string, seat: number) =>
    request<MatchInfo>('PUT', at('matches', id, 'seats', 'mine', 'swap'), { seat }),
  /** Withdraw one's request to swap, and decline those of others. */
  dropSwaps: (id: string) =>
    request<MatchInfo>('DELETE', at('matches', id, 'seats', 'mine', 'swap')),
  /** Bots that are online and say that they accept the game. */
  onlineBots: (game: string) => request<OnlineBots>('GET', `/bots${query({ game })}`),
  start: (id: string) => request<MatchInfo>('POST', at('matches', id, 'start')),
  rematch: (id: string) => request<MatchInfo>('POST', at('matches', id, 'rematch')),
  hint: (id: string, decision: string) =>
    request<Hint>('POST', at('matches', id, 'decisions', decision, 'hint')),
  resign: (id: string) => request<JsonObject>('POST', at('matches', id, 'resign')),

  /** Events after a ply, and the ply after which to continue. */
  log: (id: string, after: number) =>
    request<{ events: GameEvent[]; next?: number }>(
      'GET',
      `${at('matches', id, 'log')}${query({ after })}`,
    ),
  /** The newest lines, or those before a cursor; `channels` are the seats of each private one. */
  chat: (id: string, cursor?: string) =>
    request<Page<ChatLine> & { channels?: number[][] }>(
      'GET',
      `${at('matches', id, 'chat')}${query({ cursor })}`,
    ),
};
