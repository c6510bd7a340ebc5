import type { BotOnOffer, Game, Seat } from '../api/types';
import { lastOpponentCount, lastOpponent } from '../browser/opponents';
import { translatedBotName } from '../i18n/translated_bot_name';
import { text } from '../i18n/text';
import { gameCatalogue } from './game_catalogue.svelte';
import { lobby } from './store.svelte';

/** Opponents: the server's bots as the page offers them, the three levels before all others. */
export const LEVELS = ['easy', 'normal', 'hard'];

interface BotTexts {
  title: string;
  text: string;
}

/** Names and sentences in the reader's language; hosts name their own bots. */
function textsOf(name: string): BotTexts | undefined {
  const translations: Record<string, BotTexts> = text().opponents.named;
  return Object.hasOwn(translations, name) ? translations[name] : gameCatalogue.bot(name);
}

export function botTitle(name: string): string {
  return textsOf(name)?.title ?? name;
}

export function botText(name: string): string {
  return textsOf(name)?.text ?? '';
}

/** The name of its picture. */
export function faceOf(name: string): string {
  return gameCatalogue.bot(name)?.face ?? name;
}

type NamedSeat = Pick<Seat, 'bot' | 'name'>;

/** The name of who sits there, that of a built-in bot in the reader's language. */
export function seatName({ bot, name }: NamedSeat): string {
  return name === undefined ? botTitle(bot ?? '') : translatedBotName(name, bot);
}

/** The title of a seat's bot beside its name, unless the name is a title already: the server names
 * bots by its own titles, whatever the reader's language. */
export function levelBeside({ bot, name }: NamedSeat): string | undefined {
  if (bot === undefined || name === undefined) return undefined;
  const title = botTitle(bot);
  return isTitle(name, title) || isTitle(name, gameCatalogue.bot(bot)?.title) ? undefined : title;
}

/** The title of a seat's bot, for its face: only where the name is the server's title. */
export function levelOfFace({ bot, name }: NamedSeat): string | undefined {
  if (bot === undefined || name === undefined) return undefined;
  const title = botTitle(bot);
  return !isTitle(name, title) && isTitle(name, gameCatalogue.bot(bot)?.title) ? title : undefined;
}

/** Whether a bot is named by this title; several of one title are numbered. */
function isTitle(name: string, title: string | undefined): boolean {
  return title !== undefined && name.replace(/ \d+$/, '') === title;
}

/** The bot to play against: the last one chosen, unless the server has lost it. */
export function opponent(): string {
  const last = lastOpponent.value;
  if (last && (!gameCatalogue.bots || gameCatalogue.bot(last))) return last;
  return lobby.mine.some(({ status }) => status !== 'open') ? 'normal' : 'easy';
}

/** How many bots to play against: as many as were chosen last, if the game takes them. */
export function opponentCount({ min, max }: Game['players']): number {
  const minOpponents = Math.max(1, min - 1);
  return Math.min(Math.max(Number(lastOpponentCount.value) || minOpponents, minOpponents), max - 1);
}

/** The one of these bots to play against. */
export function opponentAmong(bots: BotOnOffer[], preferred = opponent()): string | undefined {
  const isOffered = (name: string): boolean => bots.some((bot) => bot.name === name);
  return [preferred, opponent()].find(isOffered) ?? bots.at(-1)?.name;
}

export function otherBots(bots: BotOnOffer[]): BotOnOffer[] {
  return bots.filter(({ name }) => !LEVELS.includes(name));
}

/** Menu entries: the levels, and below them the other bots with their strength. */
export function botChoices(bots: BotOnOffer[]): { value: string; label: string; group?: string }[] {
  const levels = bots.filter(({ name }) => LEVELS.includes(name));
  return [
    ...levels.map(({ name }) => ({ value: name, label: botTitle(name) })),
    ...otherBots(bots).map(({ name, level }) => ({
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
