import { matchesApi } from '../api/matches';
import { gameCatalogue } from './game_catalogue.svelte';
import { opponent, opponentAmong, opponentCount } from './opponents';
import { lobby } from './store.svelte';
import type { MatchInfo } from '../api/types';
import { absoluteAddress, resolve } from '../browser/paths';
import { navigate } from '../browser/router.svelte';
import { session } from '../session/store.svelte';

/** An immediate match against as many bots as were chosen, all of this level. */
export async function playQuickMatch(game: string, botName = opponent()): Promise<void> {
  const [{ bots, players }] = await Promise.all([
    gameCatalogue.loadGame(game),
    session.ensureGuest(),
  ]);
  const botSeat = { kind: 'bot' as const, bot: opponentAmong(bots, botName) };
  const botSeats = Array.from({ length: opponentCount(players) }, () => botSeat);
  const match = await matchesApi.createMatch({
    game,
    seats: [{ kind: 'me' }, ...botSeats],
    visibility: 'private',
    autostart: true,
  });
  navigate(`/m/${match.id}`);
}

/** Whether the account has never sat at a table of the game, as far as its newest ones tell. */
export function isNewTo(game: string): boolean {
  return lobby.mine.every((match) => match.game !== game);
}

/** The first match of a game: the one that was begun, if it is not over. */
export async function startFirstMatch(game: string): Promise<void> {
  await session.ensureGuest();
  const { items } = await matchesApi.matches({ account: 'me', game, status: 'playing' });
  const match =
    items.find(({ first_match: teaches }) => teaches) ?? (await matchesApi.startFirstMatch(game));
  navigate(`/m/${match.id}`);
}

/** Take a seat and go there. */
export async function takeSeat(
  { id, terms = 0 }: Pick<MatchInfo, 'id' | 'terms'>,
  code?: string,
): Promise<void> {
  await matchesApi.join(id, code ? { code, terms } : { terms });
  navigate(`/m/${id}`, { replace: code !== undefined });
}

/** The path for an invited player. */
export function invitationLink(match: MatchInfo): string | undefined {
  const code = match.invite?.code;
  return code ? absoluteAddress(resolve(`/join/${encodeURIComponent(code)}`)) : undefined;
}

/** The name of the table's host, if seated at it. */
export function hostOf(match: MatchInfo): string | undefined {
  return match.seats.find(({ account }) => account === (match.host ?? match.creator))?.name;
}
