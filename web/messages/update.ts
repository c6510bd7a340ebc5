/** Update: brings the files of the translations in line with today's English. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';

import { pluralForms } from '../catalogues';
import { fileOf, isTranslated, languagesOf, SOURCES, type Entry, type Source } from './sources';

const TWO = 'nplurals=2; plural=(n != 1);';
const SLAVIC =
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);';
/** How languages count that do not do so like English. */
const COUNTING: Record<string, string> = {
  cs: 'nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);',
  fr: 'nplurals=2; plural=(n > 1);',
  ja: 'nplurals=1; plural=0;',
  ko: 'nplurals=1; plural=0;',
  pl: 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);',
  'pt-BR': 'nplurals=2; plural=(n > 1);',
  ru: SLAVIC,
  uk: SLAVIC,
  zh: 'nplurals=1; plural=0;',
};

/** Updates every file there is. */
export function updateAll(): void {
  for (const source of SOURCES) {
    for (const language of languagesOf(source)) update(source, language);
  }
}

/** Begins a language where it is not begun yet: everywhere, or in the scopes that are named. */
export function begin(language: string, scopes: string[]): void {
  for (const source of SOURCES) {
    const inScope = !scopes.length || scopes.includes(source.scope);
    if (inScope && !isTranslated(source, language)) update(source, language);
  }
}

function update(source: Source, language: string): void {
  const file = fileOf(source, language);
  const before = existsSync(file) ? readFileSync(file, 'utf-8') : '';
  const after = updated(source.entries, before, language);
  if (after === before) return;
  writeFileSync(file, after);
  console.log(file);
}

/** The text of a file for these sentences, with what is translated already. */
export function updated(entries: Entry[], text: string, language: string): string {
  const before = text ? po.parse(text) : empty(language);
  const { count } = pluralForms(before.headers['Plural-Forms']);
  const translations: GetTextTranslations['translations'] = { '': before.translations[''] ?? {} };
  for (const entry of entries) {
    const [previous] = Object.values(before.translations[entry.path] ?? {});
    translations[entry.path] = { [entry.forms[0] ?? '']: mergeEntry(entry, previous, count) };
  }
  const updatedFile = { ...before, translations, obsolete: {} };
  return `${po.compile(updatedFile, { foldLength: 0 }).toString().trimEnd()}\n`;
}

function mergeEntry(
  { path, forms }: Entry,
  previous: GetTextTranslation | undefined,
  count: number,
): GetTextTranslation {
  const [msgid = '', msgid_plural] = forms;
  const size = msgid_plural === undefined ? 1 : count;
  const blank = { msgctxt: path, msgid, msgid_plural, msgstr: Array<string>(size).fill('') };
  if (!previous?.msgstr.some(Boolean)) return blank;
  if (previous.msgid === msgid && previous.msgid_plural === msgid_plural) return previous;
  const msgstr = blank.msgstr.map((_, place) => previous.msgstr[place] ?? '');
  return { ...blank, msgstr, comments: { ...previous.comments, ...fuzzy(previous) } };
}

/** The marks of a translation whose English was another: it has to be looked at. */
function fuzzy({ msgid, msgid_plural, comments }: GetTextTranslation): object {
  const before = [
    `msgid ${JSON.stringify(msgid)}`,
    ...(msgid_plural === undefined ? [] : [`msgid_plural ${JSON.stringify(msgid_plural)}`]),
  ];
  return { flag: 'fuzzy', previous: comments?.previous ?? before.join('\n') };
}

function empty(language: string): GetTextTranslations {
  const headers = {
    Language: language.replace('-', '_'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': COUNTING[language] ?? TWO,
  };
  return { charset: 'utf-8', headers, translations: {} };
}
