/** A power in signs alone: what it costs, and what it gives. */

import type { Glossary, Sign } from '../../../table/rules/glossary';
import { ESSENCES } from '../essences';

export type PowerSign = Sign | { essence: string; count: string } | { between: string };

/** Where the glossary comes from that knows the signs. */
export const SIGNS = { reference: () => import('../reference') };

const ARROW = { between: '→' };
/** What no sign stands for. */
const UNSIGNED = { between: '…' };

/** The signs for a power's text, in its order, without the one for its own kind. */
export function powerSigns(
  text: string,
  kind: string,
  glossary: Glossary | undefined,
): PowerSign[] {
  const halves = text.split(/\s?:\s/).map((half) => signsIn(half, kind, glossary));
  return halves.flatMap((half, place) => [
    ...(place ? [ARROW] : []),
    ...half,
    ...(half.every((sign) => 'between' in sign) ? [UNSIGNED] : []),
  ]);
}

function signsIn(text: string, kind: string, glossary: Glossary | undefined): PowerSign[] {
  return ESSENCES.pieces(text).flatMap((piece): PowerSign[] => {
    if (piece.kind) return [{ essence: piece.kind, count: piece.before?.trim() ?? '' }];
    const cut = glossary?.cut(piece.text) ?? [];
    return cut.flatMap(({ text, entry }) => {
      const numbers = (text.match(/\d+/g) ?? []).map((number) => ({ between: number }));
      return entry?.sign && entry.id !== kind ? [...numbers, entry.sign] : numbers;
    });
  });
}
