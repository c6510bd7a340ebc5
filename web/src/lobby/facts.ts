import type { Game } from '../api/types';
import { text } from '../i18n/text';
import { describePlayerCount } from './describe_player_count';

/** How long a match takes, and how much there is to learn. */
export interface GameFacts {
  /** From the shortest match to the longest, with people who know the game. */
  minutes: readonly [least: number, most: number];
  weight: 'light' | 'medium' | 'heavy';
}

/** What a player decides by: what the game is, how long it takes, how heavy it is. */
export interface GameProfile extends Partial<GameFacts> {
  /** The game in a sentence. */
  gist?: string;
}

export function describeMinutes([least, most]: GameFacts['minutes']): string {
  return text().games.minutes(least, most);
}

/** "2–4 players", "20–60 min", "medium weight", as far as they are known. */
export function describeFacts(
  players: Game['players'] | undefined,
  { minutes, weight }: GameProfile,
): string[] {
  const facts = [
    players && describePlayerCount(players),
    minutes && describeMinutes(minutes),
    weight && text().games.weighing[weight],
  ];
  return facts.filter((fact) => fact !== undefined);
}
