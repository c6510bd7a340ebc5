import { text } from '../i18n/text';

/** How many can play a game: "2–4 players". */
export function describePlayerCount({ min, max }: { min: number; max: number }): string {
  const { players, playersFromTo } = text().common;
  return min === max ? players(max) : playersFromTo(max, min);
}
