import type { BotOnOffer } from '../api/types';
import { language } from './text';

type BotTexts = Pick<BotOnOffer, 'title' | 'text'>;

type Described = Record<string, BotOnOffer>;

let described = $state.raw<Record<string, Described>>({});

/** Built-in bots, as the server describes them. */
export const bots = {
  /** Take over the description in a language, once it has arrived. */
  describe(all: readonly BotOnOffer[], lang = 'en'): void {
    described = { ...described, [lang]: Object.fromEntries(all.map((bot) => [bot.name, bot])) };
  },

  find: (name: string): BotOnOffer | undefined => described.en?.[name],

  /** The bot's title and sentence, in the reader's language if it has them. */
  texts: (name: string): BotTexts | undefined =>
    described[language.current]?.[name]?.translation ?? bots.find(name),
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
