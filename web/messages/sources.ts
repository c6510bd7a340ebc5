/** Sources: the page's English texts, catalogue by catalogue. */

import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { isMessage } from '../src/i18n/message';
import { keyPath } from '../src/i18n/translation';

/** A sentence of a catalogue; one that counts has two forms, and its first name is the count. */
export interface Entry {
  path: string;
  names: readonly string[];
  forms: readonly string[];
}

export interface Source {
  /** Where `de.po` and its like stand, from web/. */
  folder: string;
  /** What is in a language as a whole: a game, by its id, or "frame", which is all the rest. */
  scope: string;
  entries: Entry[];
}

export const FRAME = 'frame';

const MODULES = import.meta.glob<Record<string, unknown>>('../src/**/texts/**/english.{ts,json}', {
  eager: true,
});

export const SOURCES: Source[] = Object.entries(MODULES).map(([path, module]) => {
  const folder = dirname(path).replace('../', '');
  const scope = /^src\/games\/([^/]+)\//.exec(folder)?.[1] ?? FRAME;
  return { folder, scope, entries: entriesOf(module.english ?? module.default) };
});

/** Every sentence of a catalogue, in its order. */
export function entriesOf(part: unknown, path = ''): Entry[] {
  if (typeof part === 'string') return [{ path, names: [], forms: [part] }];
  if (isMessage(part)) return [{ path, names: part.names, forms: part.forms }];
  return Object.entries(part as object).flatMap(([key, value]) =>
    entriesOf(value, keyPath(path, key)),
  );
}

/** The languages that a source is translated into. */
export function languagesOf({ folder }: Source): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(0, -'.po'.length));
}

/** The file of a source for a language, whether it exists or not. */
export function fileOf({ folder }: Source, language: string): string {
  return `${folder}/${language}.po`;
}

export function isTranslated(source: Source, language: string): boolean {
  return existsSync(fileOf(source, language));
}
