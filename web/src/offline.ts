import './styles/offline.css';

import { stored } from './browser/storage';

/** Offline page: shown by the service worker while the server is out of reach. */
const TEXTS = {
  en: {
    title: 'No connection',
    lead: 'Conclave can’t be reached right now. Your matches are safe: every answer that was accepted is stored on the server.',
    again: 'Try again',
  },
  de: {
    title: 'Keine Verbindung',
    lead: 'Conclave ist gerade nicht zu erreichen. Deine Partien sind sicher: Jede angenommene Antwort liegt auf dem Server.',
    again: 'Noch einmal versuchen',
  },
};

const language = [stored('language'), ...navigator.languages.map((name) => name.slice(0, 2))]
  .filter((name) => name !== undefined)
  .find((name) => Object.hasOwn(TEXTS, name)) as keyof typeof TEXTS | undefined;
const text = TEXTS[language ?? 'en'];

document.documentElement.lang = language ?? 'en';
document.documentElement.dataset.theme = stored('theme') ?? 'dark';

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
