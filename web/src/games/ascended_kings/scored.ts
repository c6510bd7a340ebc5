import type { Outcome, View } from '../../api/types';
import type { Scored } from '../../table/manifest';
import KingsSmallPicture from './cards/KingsSmallPicture.svelte';
import { tableOf, type SeatedPlayer } from './view';

type Sheet = Outcome['sheet'][number];

/** The component that a line of the sheet is about. */
const COMPONENTS: Record<string, string> = {
  omega: 'omega_stone',
  bloodstones: 'bloodstone',
  ylem: 'ylem',
};

/** A player's sources of Koru: each line of the sheet that counts, and each Transmutation alone. */
export function scored(view: View, seat: number, sheet: Sheet | undefined): Scored[] {
  const mat = tableOf(view).players[`p${seat}`];
  return (sheet?.lines ?? [])
    .filter(({ points }) => points > 0)
    .flatMap(({ key, text, points, args }): Scored[] => {
      const count = Number(args?.n ?? 1);
      const parts = key === 'transmutations' && mat ? completed(mat) : [];
      if (parts.length && parts.length === count)
        return parts.map((id) => ({ id, points: points / count, Picture: KingsSmallPicture }));
      const label = count > 1 ? `${text} ×${count}` : text;
      return [{ id: COMPONENTS[key] ?? key, points, label, Picture: KingsSmallPicture }];
    })
    .sort((a, b) => b.points - a.points);
}

/** The Transmutations that are complete, and an inscription that is one. */
function completed({ sockets, inscription }: Omit<SeatedPlayer, 'id' | 'seat'>): string[] {
  const filled = Object.entries(sockets).flatMap(([id, is]) => (is ? [`socket_${id}`] : []));
  return inscription?.face_up ? [...filled, inscription.card] : filled;
}
