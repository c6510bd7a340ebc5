import { tryLoading } from '../browser/chunks.svelte';
import { prefer } from '../browser/preferences';
import { store, stored } from '../browser/storage';
import { english, type Catalogue } from './texts/english';

/** English comes with the page; other languages are loaded on demand. */
const NAMES = { en: 'English', de: 'Deutsch' };

export type Language = keyof typeof NAMES;
type Foreign = Exclude<Language, 'en'>;

export const LANGUAGES = Object.keys(NAMES) as Language[];

function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(NAMES, name);
}

function preferred(): Language {
  const kept = stored('language');
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en';
}

const first = preferred();
let current = $state<Language>(first);
/** The language being loaded; the page uses `current` until then. */
let wanted: Language = first;
const loads: ((name: Language) => Promise<void>)[] = [];

async function load(name: Language): Promise<void> {
  await Promise.all(loads.map((one) => one(name)));
}

/** Texts by language: a function that gives those of the chosen one, English until they are there. */
export function inLanguages<T>(plain: T, others: Record<Foreign, () => Promise<T>>): () => T {
  let loaded = $state.raw<Partial<Record<Language, T>>>({ en: plain });
  const loadOne = async (name: Language): Promise<void> => {
    if (name === 'en' || loaded[name]) return;
    const texts = await tryLoading(others[name]);
    loaded = { ...loaded, [name]: texts };
  };
  loads.push(loadOne);
  void loadOne(wanted).catch(() => undefined);
  return () => loaded[current] ?? plain;
}

export const language = {
  get current(): Language {
    return current;
  },
  /** Resolves once the texts of the chosen language are loaded or unavailable. */
  async ready(): Promise<void> {
    await load(wanted).catch(() => undefined);
  },
  async choose(name: Language): Promise<void> {
    prefer('language', name);
    await show(name);
  },
  /** As chosen in another browser. */
  adopt(name: unknown): void {
    if (isLanguage(name)) void show(name);
  },
  called: (name: Language): string => NAMES[name],
};

async function show(name: Language): Promise<void> {
  wanted = name;
  store('language', name);
  try {
    await load(name);
  } catch {
    return; // the texts are unavailable: the page keeps its current language
  }
  if (wanted === name) current = name;
}

/** The sentences of the page in the chosen language: `text().home.title`. */
export const text = inLanguages<Catalogue>(english, {
  de: async () => (await import('./texts/german')).german,
});
