// @vitest-environment node

import { expect, test } from 'vitest';

import { compiled, pluralForms } from '../catalogues';
import { faults, inEnglish, inFile } from '../messages/check';
import { entriesOf, type Entry } from '../messages/sources';
import { updated } from '../messages/update';
import { phrase, plural } from '../src/i18n/message';

const ENGLISH = entriesOf({
  title: 'Moves',
  status: { open: 'Open' },
  moves: plural('count who', '{who}: one move', '{who}: {count} moves'),
  by: phrase('who', 'by {who}'),
});
const GERMAN = filled(updated(ENGLISH, '', 'de'), {
  Moves: ['Züge'],
  Open: ['Offen'],
  '{who}: {count} moves': ['{who}: ein Zug', '{who}: {count} Züge'],
  'by {who}': ['von {who}'],
});

/** A file with these translations in it, by the last English form. */
function filled(text: string, words: Record<string, string[]>): string {
  return text.replace(
    /(msgid(?:_plural)? "(.+)"\n)((?:msgstr.*\n)+)/g,
    (_, head: string, english: string, forms: string) => {
      const lines = (words[english] ?? []).map((word, place) =>
        forms.includes('[') ? `msgstr[${place}] "${word}"\n` : `msgstr "${word}"\n`,
      );
      return head + (lines.join('') || forms);
    },
  );
}

const changed = (path: string, forms: string[]): Entry[] =>
  ENGLISH.map((entry) => (entry.path === path ? { ...entry, forms } : entry));

test('every text of the page is translated into each of its languages, and shown', () => {
  expect(faults()).toEqual([]);
});

test('a file that is complete has no faults', () => {
  expect(inFile(ENGLISH, GERMAN, 'de')).toEqual([]);
});

test.each([
  ['missing', (file: string) => file.replace(/msgctxt "by"[^]*$/, ''), 'by: missing'],
  ['empty', (file: string) => file.replace('"Offen"', '""'), 'status.open: empty'],
  ['fuzzy', (file: string) => file.replace('msgctxt "title"', '#, fuzzy\n$&'), 'title: fuzzy'],
  ['of another key', (file: string) => file.replace('"title"', '"heading"'), 'heading: not used'],
  ['of another text', (file: string) => file.replace('"Moves"', '"Move"'), 'title: the English'],
  ['without a value', (file: string) => file.replace('von {who}', 'von'), 'by: the placeholders'],
  ['with another', (file: string) => file.replace('von {who}', '{host}'), 'by: the placeholders'],
  [
    'without its count',
    (file: string) => file.replace('{count} Z', 'Z'),
    'moves: the placeholders',
  ],
  ['of one form', (file: string) => file.replace(/msgstr\[1\].*\n/, ''), 'moves: wrong number'],
  ['in another language', (file: string) => file.replace(' de\\n', ' fr\\n'), 'its Language'],
  ['that counts by code', (file: string) => file.replace('(n != 1)', 'alert(n)'), 'its Plural'],
])('a translation %s is a fault', (_, spoil, fault) => {
  expect(spoil(GERMAN)).not.toBe(GERMAN);
  const faults = inFile(ENGLISH, spoil(GERMAN), 'de');
  expect(faults.filter((message) => message.startsWith(fault))).toHaveLength(1);
});

test('a form for several numbers names the count, even if 1 is among them', () => {
  const entries = ENGLISH.filter(({ path }) => path === 'moves');
  const words = { '{who}: {count} moves': ['{who}: ход', '{who}: {count} хода', '{who}: {count}'] };
  const russian = filled(updated(entries, '', 'ru'), words);
  expect(inFile(entries, russian, 'ru')).toEqual(['moves: the placeholders differ']);
  expect(inFile(entries, russian.replace('ход"', '{count} ход"'), 'ru')).toEqual([]);
});

test('an English value that no form uses is a fault', () => {
  expect(inEnglish(ENGLISH)).toEqual([]);
  expect(inEnglish([{ path: 'by', names: ['who', 'game'], forms: ['by {who}'] }])).toEqual([
    'by: a value is not used',
  ]);
});

test('an update changes nothing where nothing has changed', () => {
  expect(updated(ENGLISH, GERMAN, 'de')).toBe(GERMAN);
});

test('an update adds what is new, drops what is gone and marks what has changed', () => {
  const entries = [
    ...entriesOf({ lead: 'New' }),
    ...changed('moves', ['{who}: a move', '{who}: {count} moves']).slice(1),
  ];
  const after = updated(entries, GERMAN, 'de');
  expect(inFile(entries, after, 'de')).toEqual(['lead: empty', 'moves: fuzzy']);
  expect(after.indexOf('"lead"')).toBeLessThan(after.indexOf('"status.open"'));
  expect(after).toContain('#| msgid "{who}: one move"\n');
  expect(after).toContain('msgstr[0] "{who}: ein Zug"\n');
  expect(after).not.toContain('"title"');
});

test('a file becomes a module that counts as its language does', async () => {
  const polish =
    'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);';
  const code = compiled(GERMAN.replace(/nplurals=2.*?;(?=\\n)/, polish));
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: { plural: (n: number) => number; messages: object };
  };
  expect([1, 2, 5, 12, 22].map(module.default.plural)).toEqual([0, 1, 2, 2, 1]);
  expect(module.default.messages).toMatchObject({
    title: 'Züge',
    moves: ['{who}: ein Zug', '{who}: {count} Züge'],
  });
});

test.each(['', 'nplurals=2; plural=alert(n)', 'nplurals=2; plural=n/*', 'nplurals=2; plural=nn'])(
  'a Plural-Forms that is no expression of n is refused: %s',
  (header) => expect(() => pluralForms(header)).toThrow('no valid Plural-Forms'),
);
