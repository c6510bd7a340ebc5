import type { BotOnOffer } from '../api/types';
import { language } from './text';

type BotTexts = Pick<BotOnOffer, 'title' | 'text'>;

let all = $state.raw<readonly BotOnOffer[]>([]);

/** Built-in bots, as the server describes them. */
export const bots = {
  /** Take over the description, once it has arrived. */
  describe(described: readonly BotOnOffer[]): void {
    all = described;
  },

  find: (name: string): BotOnOffer | undefined => all.find((bot) => bot.name === name),

  /** The bot's title and sentence, in the reader's language if it has them. */
  texts(name: string): BotTexts | undefined {
    const bot = bots.find(name);
    return bot?.translations?.[language.current] ?? bot;
  },
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
