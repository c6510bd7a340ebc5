import { prefer } from './preferences';
import { store, stored } from './stored';
import { english, type Catalogue } from './texts/english';
import { german } from './texts/german';

const CATALOGUES: Record<'en' | 'de', Catalogue> = { en: english, de: german };

export type Language = keyof typeof CATALOGUES;

export const LANGUAGES = Object.keys(CATALOGUES) as Language[];

function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(CATALOGUES, name);
}

function preferred(): Language {
  const kept = stored('language');
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en';
}

let current = $state<Language>(preferred());

export const language = {
  get current(): Language {
    return current;
  },
  choose(name: Language): void {
    show(name);
    prefer('language', name);
  },
  /** As it was chosen in another browser. */
  adopt(name: unknown): void {
    if (isLanguage(name)) show(name);
  },
  called: (name: Language): string => CATALOGUES[name].name,
};

function show(name: Language): void {
  current = name;
  store('language', name);
}

/** The sentences of the page in the chosen language: `text().home.title`. */
export function text(): Catalogue {
  return CATALOGUES[current];
}
