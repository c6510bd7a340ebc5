import { untrack } from 'svelte';

import { tryLoading } from '../browser/chunks.svelte';
import { setPreference } from '../browser/preferences';
import { writeStorage, readStorage } from '../browser/storage';
import { page, type Catalogue } from './texts/english/page';
import { languageOf, translated, type Translation } from './translation';

/** As BCP 47 and browsers have it: "en". */
export type Language = string;
type Load<T> = () => Promise<T>;

/** The translations of the page, by their files. */
export const FRAME = import.meta.glob<Translation>('./texts/*.po', { import: 'default' });

/** English comes with the page; other languages are loaded on demand. */
export const LANGUAGES: readonly Language[] = languagesIn(FRAME);

/** The languages of a text that has these files: English, in which it is written, and theirs. */
export function languagesIn(files: Record<string, unknown>): Language[] {
  return ['en', ...Object.keys(files).map(languageOf)];
}

function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && LANGUAGES.includes(name);
}

function initialLanguage(): Language {
  const stored = readStorage('language');
  if (isLanguage(stored)) return stored;
  return navigator.languages.flatMap((name) => [name, name.split('-')[0]]).find(isLanguage) ?? 'en';
}

const initial = initialLanguage();
/** The language that the reader has chosen. */
let chosen = $state<Language>(initial);
/** The language being loaded; the page goes on in `chosen` until then. */
let requested: Language = initial;
/** What is shown is in one of these languages, for each game that it belongs to. */
let limits = $state.raw<{ languages: readonly Language[] }[]>([]);
const current = $derived(
  limits.every(({ languages }) => languages.includes(chosen)) ? chosen : 'en',
);
/** Files that are there: texts that come later are translated by them at once. */
const opened = new Map<Load<Translation>, Translation>();
const loaders: ((name: Language) => Promise<unknown>)[] = [];

async function load(name: Language): Promise<void> {
  await Promise.all(loaders.map((loadTexts) => loadTexts(name)));
}

/** Load something else whenever a language is chosen, before the page changes to it. */
export function addLanguageLoader(loadTexts: (name: Language) => Promise<unknown>): void {
  loaders.push(loadTexts);
}

/**
 * Texts by language, English until those of another are there. The files are the translations
 * beside the English texts: `import.meta.glob('./texts/*.po', { import: 'default' })`.
 */
export function inLanguages<T>(englishTexts: T, files: Record<string, Load<Translation>>): () => T {
  const others = new Map(Object.entries(files).map(([file, open]) => [languageOf(file), open]));
  let loaded = $state.raw<Record<Language, T>>({});
  const loadLanguage = async (name: Language): Promise<void> => {
    const open = others.get(name);
    if (!open || name in loaded) return;
    if (!opened.has(open)) opened.set(open, await tryLoading(open));
    loaded = { ...loaded, [name]: translated(englishTexts, opened.get(open)!) };
  };
  loaders.push(loadLanguage);
  void loadLanguage(requested).catch(() => undefined);
  return () => loaded[current] ?? englishTexts;
}

/** The texts of a part of the page in the chosen language, looked up at every use. */
export function catalogue<T extends object>(
  englishTexts: T,
  files: Record<string, Load<Translation>>,
): T {
  const chosenTexts = inLanguages(englishTexts, files);
  return new Proxy(englishTexts, { get: (_, key) => chosenTexts()[key as keyof T] });
}

export const language = {
  /** The language of the page: the chosen one, or English where what it shows has no other. */
  get current(): Language {
    return current;
  },
  get chosen(): Language {
    return chosen;
  },
  /** Until the returned function is called, the page is in one of these languages or in English. */
  limit(languages: readonly Language[]): () => void {
    const limit = { languages };
    limits = [...untrack(() => limits), limit];
    return () => (limits = limits.filter((other) => other !== limit));
  },
  /** Resolves once the texts of the chosen language are loaded or unavailable. */
  async ready(): Promise<void> {
    await load(requested).catch(() => undefined);
  },
  async choose(name: Language): Promise<void> {
    setPreference('language', name);
    await show(name);
  },
  /** As chosen in another browser. */
  adopt(name: unknown): void {
    if (isLanguage(name)) void show(name);
  },
  /** Why the page is not in the chosen language; undefined where it is. */
  get lacking(): string | undefined {
    if (current === chosen) return undefined;
    return text().header.languageLacking(nameOf(chosen, current));
  },
  /** A language by its own name: "Deutsch". */
  called(name: Language): string {
    const own = nameOf(name, name);
    return own.charAt(0).toLocaleUpperCase(name) + own.slice(1);
  },
};

/** A part of the page, once its own texts are loaded as well. */
export async function withWords<T>(part: Promise<T>): Promise<T> {
  const loadedPart = await part;
  await language.ready();
  return loadedPart;
}

function nameOf(name: Language, reader: Language): string {
  return new Intl.DisplayNames(reader, { type: 'language' }).of(name) ?? name;
}

async function show(name: Language): Promise<void> {
  requested = name;
  writeStorage('language', name);
  try {
    await load(name);
  } catch {
    return; // the texts are unavailable: the page keeps its current language
  }
  if (requested === name) chosen = name;
}

/** The sentences of the page in its language: `text().home.moves(2)`. */
export const text = inLanguages<Catalogue>(page, FRAME);
