import type { View } from '../../api/types';
import type { Scored } from '../../table/manifest';
import ArcanaScene from './art/ArcanaScene.svelte';
import { playerAt, tableOf } from './view';
import { words } from './words';

/** The components that count for a player, the token, and points of the last check. */
export function scored(view: View, seat: number): Scored[] {
  const player = playerAt(tableOf(view), seat);
  if (!player) return [];
  const cards = Object.entries(player.score).map(([id, points]): Scored => {
    return { id, points, Picture: ArcanaScene };
  });
  return [
    ...cards,
    ...(player.token ? [{ id: 'token', points: 1, label: words.tokenName }] : []),
    ...(player.temporary
      ? [{ id: 'temporary', points: player.temporary, label: words.temporary }]
      : []),
  ].sort((a, b) => b.points - a.points);
}
