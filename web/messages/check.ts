/** Check: what is wrong with the catalogues, a line each. */

import { readFileSync } from 'node:fs';

import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';

import { pluralForms, type PluralForms } from '../catalogues';
import { placeholdersIn } from '../src/i18n/templates';
import { fileOf, isTranslated, languagesOf, SOURCES, type Entry } from './sources';
import { unusedKeys } from './usage';

/** Everything that keeps the page from being whole in each of its languages. */
export function faults(): string[] {
  const languages = [...new Set(SOURCES.flatMap(languagesOf))];
  return [
    ...SOURCES.flatMap(({ folder, entries }) => inEnglish(entries).map(at(`${folder}/english`))),
    ...unusedKeys(),
    ...languages.flatMap(missingFiles),
    ...SOURCES.flatMap((source) =>
      languagesOf(source).flatMap((language) => {
        const file = fileOf(source, language);
        return inFile(source.entries, readFileSync(file, 'utf-8'), language).map(at(file));
      }),
    ),
  ];
}

/** A game is in a language as a whole, and only if everything around the games is. */
function missingFiles(language: string): string[] {
  const some = new Set(['frame']);
  for (const source of SOURCES) if (isTranslated(source, language)) some.add(source.scope);
  return SOURCES.filter((source) => some.has(source.scope) && !isTranslated(source, language)).map(
    (source) => `${fileOf(source, language)}: there is no such file`,
  );
}

/** What is wrong with English sentences that types cannot see. */
export function inEnglish(entries: Entry[]): string[] {
  return entries.flatMap(({ path, names, forms }) => {
    const needed = forms.length > 1 ? names.slice(1) : names;
    const wrong = forms.some((form) => needed.some((name) => !placeholders(form).has(name)));
    const empty = forms.some((form) => !form.trim());
    return [
      ...(wrong ? [`${path}: a value is not used`] : []),
      ...(empty ? [`${path}: empty`] : []),
    ];
  });
}

/** What is wrong with a translation of these sentences. */
export function inFile(entries: Entry[], text: string, language: string): string[] {
  const file = po.parse(text);
  const rule = ruleOf(file);
  if (!rule) return ['its Plural-Forms cannot be used'];
  const paths = new Set(entries.map(({ path }) => path));
  const unused = Object.keys(file.translations).filter((path) => path && !paths.has(path));
  return [
    ...(file.headers.Language?.replace('_', '-') === language
      ? []
      : [`its Language is not ${language}`]),
    ...unused.map((path) => `${path}: not used`),
    ...entries.flatMap((entry) => {
      const translations = Object.values(file.translations[entry.path] ?? {});
      return inEntry(entry, translations, rule).map((fault) => `${entry.path}: ${fault}`);
    }),
  ];
}

function ruleOf({ headers }: GetTextTranslations): PluralForms | undefined {
  try {
    return pluralForms(headers['Plural-Forms']);
  } catch {
    return undefined;
  }
}

function inEntry(entry: Entry, translations: GetTextTranslation[], rule: PluralForms): string[] {
  const [first, ...others] = translations;
  const [english, many] = entry.forms;
  if (!first || others.length) return [first ? 'there several times' : 'missing'];
  if (first.msgid !== english || first.msgid_plural !== many) return ['the English has changed'];
  if (first.comments?.flag?.includes('fuzzy')) return ['fuzzy'];
  if (first.msgstr.length !== (many === undefined ? 1 : rule.count))
    return ['wrong number of forms'];
  if (!first.msgstr.every((form) => form.trim())) return ['empty'];
  const allFit = first.msgstr.every((form, place) =>
    placeholdersFit(entry, form, numbersOf(place, rule)),
  );
  return allFit ? [] : ['the placeholders differ'];
}

/** Some numbers that a form of the plural is for. */
function numbersOf(place: number, { expression }: PluralForms): number[] {
  const form = new Function('n', `return Number(${expression})`) as (n: number) => number;
  return [...Array(200).keys()].filter((n) => form(n) === place);
}

/** A form that is for 0 and 1 alone may leave the count out; nothing else may be left out. */
function placeholdersFit({ names, forms }: Entry, form: string, numbers: number[]): boolean {
  const count = forms.length > 1 ? names[0] : undefined;
  const [found, expected] = [placeholders(form), placeholders(forms.at(-1) ?? '')];
  if (count !== undefined && (found.has(count) || numbers.every((n) => n < 2))) {
    found.delete(count);
    expected.delete(count);
  }
  return found.size === expected.size && [...found].every((name) => expected.has(name));
}

function placeholders(form: string): Set<string> {
  return new Set(placeholdersIn(form).map(({ name }) => name));
}

function at(place: string): (fault: string) => string {
  return (fault) => `${place}: ${fault}`;
}
