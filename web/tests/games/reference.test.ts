import { expect, test } from 'vitest';

import { GAMES } from '../../src/games/registry.svelte';
import { language, type Translation } from '../../src/i18n/text';
import type { Explanation } from '../../src/table/rules/glossary';
import { fixturesOf } from './fixtures';

const TEXTS = import.meta.glob<Record<'english', Record<string, Explanation>>>(
  '../../src/games/*/texts/glossary/english.ts',
  { eager: true },
);
const WITH_KEYWORDS = ['battle_for_empyrean', 'ascended_kings'];

/** The board of a game and what it explains. */
async function explained(game: string) {
  const board = (await GAMES[game]?.board())?.default;
  const reference = (await board?.reference?.())?.default;
  if (!board || !reference) throw new Error(`${game} explains nothing`);
  return { board, reference };
}

test.each(Object.keys(GAMES))('every term of %s has a text in each language', async (game) => {
  const { reference } = await explained(game);
  const ids = Object.keys(
    TEXTS[`../../src/games/${game}/texts/glossary/english.ts`]?.english ?? {},
  );
  expect(ids.length).toBeGreaterThan(20);
  const english = reference.glossary.entries;
  expect(english.map(({ id }) => id)).toEqual(ids);
  await language.choose('de');
  const german = reference.glossary.entries;
  await language.choose('en');
  for (const [place, { text, name }] of english.entries()) {
    expect(name).toMatch(/\S/);
    expect(text).toMatch(/[.]$/);
    expect(german[place]?.text).toMatch(/[.]$/);
    expect(german[place]?.text).not.toBe(text);
  }
});

test.each(Object.keys(GAMES))('every glyph of %s is in its legend', async (game) => {
  const { board, reference } = await explained(game);
  const signs = reference.glossary.entries.filter(({ sign }) => sign).map(({ id }) => id);
  expect(signs.length).toBeGreaterThan(8);
  expect(signs).toEqual(expect.arrayContaining([...(board.glyphs?.kinds ?? [])]));
});

test.each(WITH_KEYWORDS)('every keyword of %s stands on a component', async (game) => {
  const { reference } = await explained(game);
  const used = new Set(
    fixturesOf(game).catalogue.flatMap((component) =>
      reference.glossary.usedBy(component).map(({ id }) => id),
    ),
  );
  const keywords = reference.glossary.entries.filter(({ sign }) => !sign);
  expect(keywords.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
});

const FILES = import.meta.glob<Translation>('../../src/games/*/texts/glossary/*.po', {
  import: 'default',
  eager: true,
});

test.each(Object.keys(FILES))('%s finds keywords by valid expressions', (file) => {
  const translations = Object.entries(FILES[file]?.messages ?? {}).filter(([path]) =>
    path.endsWith('.2'),
  );
  expect(translations.length).toBeGreaterThan(20);
  for (const [, pattern] of translations) expect('').not.toMatch(new RegExp(String(pattern), 'u'));
});
