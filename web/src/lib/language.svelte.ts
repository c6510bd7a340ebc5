import { store, stored } from './stored';
import { english, type Catalogue } from './texts/english';
import { german } from './texts/german';

const CATALOGUES: Record<'en' | 'de', Catalogue> = { en: english, de: german };

export type Language = keyof typeof CATALOGUES;

export const LANGUAGES = Object.keys(CATALOGUES) as Language[];

function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(CATALOGUES, name);
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
    current = name;
    store('language', name);
  },
  called: (name: Language): string => CATALOGUES[name].name,
};

/** The sentences of the page in the chosen language: `text().home.title`. */
export function text(): Catalogue {
  return CATALOGUES[current];
}
