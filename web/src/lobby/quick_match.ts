import { api } from '../api/matches';
import { library } from './games.svelte';
import type { MatchInfo } from '../api/types';
import { go } from '../browser/router.svelte';
import { session } from '../session/store.svelte';

/** An immediate match against as many bots as the game needs; the best bot is listed last. */
export async function playNow(game: string): Promise<void> {
  const [{ bots, players }] = await Promise.all([library.open(game), session.takeAny()]);
  const rival = { kind: 'bot' as const, bot: bots.at(-1)?.name };
  const rivals = Array.from({ length: Math.max(1, players.min - 1) }, () => rival);
  const match = await api.createMatch({
    game,
    seats: [{ kind: 'me' }, ...rivals],
    visibility: 'private',
    autostart: true,
  });
  go(`/m/${match.id}`);
}

/** Take a seat and go there. */
export async function sitDown(match: Pick<MatchInfo, 'id'>, code?: string): Promise<void> {
  await api.join(match.id, code ? { code } : {});
  go(`/m/${match.id}`, { replace: code !== undefined });
}

/** The path for an invited player. */
export function inviteAddress(match: MatchInfo): string | undefined {
  const code = match.invite?.code;
  return code ? `${location.origin}/join/${encodeURIComponent(code)}` : undefined;
}

/** The name of the table's creator, if seated at it. */
export function hostOf(match: MatchInfo): string | undefined {
  return match.seats.find(({ account }) => account === match.creator)?.name;
}
