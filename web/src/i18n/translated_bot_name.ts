import { opponents } from './texts/english/opponents';
import { text } from './text';

/**
 * The name of a built-in bot in the reader's language. The server names seats by the English titles
 * ("Easy", "Easy 2"), and these names are what travels; any other name stays as it is.
 */
export function translatedBotName(name: string, bot: string | undefined): string {
  const titles: Record<string, { title: string }> = opponents.named;
  const translations: Record<string, { title: string }> = text().opponents.named;
  if (bot === undefined || !Object.hasOwn(titles, bot)) return name;
  const [stem, number = ''] = name.split(/(?= \d+$)/);
  return stem === titles[bot]?.title ? `${translations[bot]?.title}${number}` : name;
}
