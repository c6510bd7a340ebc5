import type { SeatWish } from '../../lib/protocol';

export const BOT = 'bot:';

/** What a seat shall be, as one word for a menu. */
export type Wish = 'me' | 'open' | `${typeof BOT}${string}`;

/** Me, and one seat open for each other player that is needed. */
export function firstWishes(least: number): Wish[] {
  return ['me', ...Array.from({ length: Math.max(0, least - 1) }, () => 'open' as const)];
}

export function asSeat(wish: Wish): SeatWish {
  if (wish === 'me' || wish === 'open') return { kind: wish };
  return { kind: 'bot', bot: wish.slice(BOT.length) };
}
