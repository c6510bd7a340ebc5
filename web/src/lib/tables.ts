import { api } from './api';
import type { MatchInfo } from './protocol';
import { go } from './router.svelte';
import { session } from './session.svelte';

/** A match of me and as many bots as the game needs, at once. */
export async function playNow(game: string, least: number): Promise<void> {
  await session.takeAny();
  const rivals = Array.from({ length: Math.max(1, least - 1) }, () => ({ kind: 'bot' as const }));
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

/** Where an invited person goes. */
export function inviteAddress(match: MatchInfo): string | undefined {
  const code = match.invite?.code;
  return code ? `${location.origin}/join/${encodeURIComponent(code)}` : undefined;
}
