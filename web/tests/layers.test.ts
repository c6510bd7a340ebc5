// @vitest-environment node

import { expect, test } from 'vitest';

const GAMES = Object.keys(import.meta.glob('../src/games/*/manifest.ts')).map(
  (path) => path.split('/')[3] ?? '',
);
const SOURCES = import.meta.glob<string>(
  ['../src/**/*.{svelte,ts}', '!../src/games/**', '!**/*.test.ts', '!**/*.gen.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('no source outside the games names one of them; the walls between folders are in the linter', () => {
  expect(GAMES).toContain('res_arcana');
  expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
  const titles = GAMES.map((id) => id.replaceAll('_', ' '));
  const named = new RegExp([...GAMES, ...titles].join('|'), 'i');
  const wrong = Object.entries(SOURCES).filter(([, source]) => named.test(source));
  expect(wrong.map(([path]) => path)).toEqual([]);
});
