import type { BotOnOffer } from '../api/types';
import { DELETED_NAME } from '../api/phrases.gen';
import { language, text } from './text';

type BotTexts = Pick<BotOnOffer, 'title' | 'text'>;

let described = $state.raw<Record<string, BotOnOffer>>({});
let translations = $state.raw<Record<string, Record<string, BotTexts>>>({});

const byName = <T>(entries: (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries);

/** Built-in bots, as the server describes them. */
export const bots = {
  /** Take over their descriptions, with their texts in a language that they may have. */
  describe(all: readonly BotOnOffer[], lang = 'en'): void {
    described = byName(all.map((bot) => [bot.name, bot]));
    const translated = all.flatMap(({ name, translation }) =>
      translation ? [[name, translation] as const] : [],
    );
    translations = { ...translations, [lang]: byName(translated) };
  },

  find: (name: string): BotOnOffer | undefined => described[name],

  /** The bot's title and sentence, in the reader's language if it has them. */
  texts: (name: string): BotTexts | undefined =>
    translations[language.current]?.[name] ?? bots.find(name),
};

/**
 * The name of a seat in the reader's language. The server names built-in bots by their English titles
 * ("Easy", "Easy 2") and the seats of deleted accounts in English, and these names are what travels;
 * any other name stays as it is.
 */
export function translatedName(name: string, bot: string | undefined): string {
  if (name === DELETED_NAME) return text().common.deletedPlayer;
  if (bot === undefined) return name;
  const [stem, number = ''] = name.split(/(?= \d+$)/);
  return stem === bots.find(bot)?.title ? `${bots.texts(bot)?.title}${number}` : name;
}
