import './styles/offline.css';

import { readStorage } from './browser/storage';
import { english } from './i18n/texts/offline/english';
import { languageOf, translated, type Translation } from './i18n/translation';

/** Offline page: shown by the service worker while the server is out of reach, in any language. */
const FILES = import.meta.glob<Translation>('./i18n/texts/offline/*.po', {
  eager: true,
  import: 'default',
});
const TEXTS = new Map([
  ['en', english],
  ...Object.entries(FILES).map(
    ([file, translation]) => [languageOf(file), translated(english, translation)] as const,
  ),
]);

const language =
  [readStorage('language') ?? '', ...navigator.languages]
    .flatMap((name) => [name, name.slice(0, 2)])
    .find((name) => TEXTS.has(name)) ?? 'en';
const text = TEXTS.get(language) ?? english;

document.documentElement.lang = language;
document.documentElement.dataset.theme = readStorage('theme') ?? 'dark';

write('h1', text.title);
write('p', text.lead);
write('button', text.again).addEventListener('click', () => location.reload());
window.addEventListener('online', () => location.reload());

function write(place: string, words: string): Element {
  const element = document.querySelector(place);
  if (!element) throw new Error(`the offline page has no ${place}`);
  element.textContent = words;
  return element;
}
