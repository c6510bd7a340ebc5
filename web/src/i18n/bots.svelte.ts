import type { BotOnOffer } from '../api/types';
import { language } from './text';

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
 * The name of a built-in bot in the reader's language. The server names seats by the English titles
 * ("Easy", "Easy 2"), and these names are what travels; any other name stays as it is.
 */
export function translatedBotName(name: string, bot: string | undefined): string {
  if (bot === undefined) return name;
  const [stem, number = ''] = name.split(/(?= \d+$)/);
  return stem === bots.find(bot)?.title ? `${bots.texts(bot)?.title}${number}` : name;
}
