import type { BotOnOffer, Game, Seat } from '../api/types';
import { lastOpponentCount, lastOpponent } from '../browser/opponents';
import { bots, translatedName } from '../i18n/bots.svelte';
import { text } from '../i18n/text';
import { gameCatalogue } from './game_catalogue.svelte';
import { lobby } from './store.svelte';

/** Opponents: the server's bots as the page offers them, the levels before all others. */
export function levelsOf(all: BotOnOffer[]): BotOnOffer[] {
  return all.filter(({ recommended }) => recommended);
}

export function othersOf(all: BotOnOffer[]): BotOnOffer[] {
  return all.filter(({ recommended }) => !recommended);
}

export function botTitle(name: string): string {
  return bots.texts(name)?.title ?? name;
}

export function botText(name: string): string {
  return bots.texts(name)?.text ?? '';
}

type NamedSeat = Pick<Seat, 'bot' | 'name'>;

/** The name of who sits there, that of a built-in bot in the reader's language. */
export function seatName({ bot, name }: NamedSeat): string {
  return name === undefined ? botTitle(bot ?? '') : translatedName(name, bot);
}

/** The title of a seat's bot beside its name, unless the name is a title already: the server names
 * bots by its own titles, whatever the reader's language. */
export function levelBeside({ bot, name }: NamedSeat): string | undefined {
  if (bot === undefined || name === undefined) return undefined;
  const title = botTitle(bot);
  return isTitle(name, title) || isTitle(name, bots.find(bot)?.title) ? undefined : title;
}

/** The title of a seat's bot, for its face: only where the name is the server's title. */
export function levelOfFace({ bot, name }: NamedSeat): string | undefined {
  if (bot === undefined || name === undefined) return undefined;
  const title = botTitle(bot);
  return !isTitle(name, title) && isTitle(name, bots.find(bot)?.title) ? title : undefined;
}

/** Whether a bot is named by this title; several of one title are numbered. */
function isTitle(name: string, title: string | undefined): boolean {
  return title !== undefined && name.replace(/ \d+$/, '') === title;
}

/** The bot to play against: the last one chosen, unless the server has lost it. */
export function opponent(): string {
  const last = lastOpponent.value;
  const all = gameCatalogue.bots;
  if (last && (!all || all.some(({ name }) => name === last))) return last;
  return lobby.mine.some(({ status }) => status !== 'open') ? secondLevel() : firstLevel();
}

const firstLevel = (): string => {
  const all = gameCatalogue.bots ?? [];
  return (levelsOf(all)[0] ?? all[0])?.name ?? '';
};

/** The level for players who have had their first match. */
export const secondLevel = (): string =>
  levelsOf(gameCatalogue.bots ?? [])[1]?.name ?? firstLevel();

/** How many bots to play against: as many as were chosen last, if the game takes them. */
export function opponentCount({ min, max }: Game['players']): number {
  const minOpponents = Math.max(1, min - 1);
  return Math.min(Math.max(Number(lastOpponentCount.value) || minOpponents, minOpponents), max - 1);
}

/** The one of these bots to play against. */
export function opponentAmong(offered: BotOnOffer[], preferred = opponent()): string | undefined {
  const isOffered = (name: string): boolean => offered.some((bot) => bot.name === name);
  return [preferred, opponent()].find(isOffered) ?? offered.at(-1)?.name;
}

/** Menu entries: the levels, and below them the other bots with their strength. */
export function botChoices(
  offered: BotOnOffer[],
): { value: string; label: string; group?: string }[] {
  const levels = levelsOf(offered);
  return [
    ...levels.map(({ name }) => ({ value: name, label: botTitle(name) })),
    ...othersOf(offered).map(({ name, level }) => ({
      value: name,
      label: levels.length
        ? `${botTitle(name)} (${describeStrength(level, levels)})`
        : botTitle(name),
      group: text().opponents.more,
    })),
  ];
}

/** How strong a bot is, by the next level. */
function describeStrength(level: number, levels: BotOnOffer[]): string {
  const { below, above, like } = text().opponents;
  const next = levels.find((candidate) => candidate.level >= level);
  if (!next) return above(botTitle(levels.at(-1)?.name ?? ''));
  return (next.level === level ? like : below)(botTitle(next.name));
}
