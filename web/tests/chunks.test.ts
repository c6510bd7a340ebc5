// @vitest-environment node

import { expect, test } from 'vitest';

import { chunkName } from '../chunks';

const ROOT = '/page';

/** What each module imports, and what it imports when that is needed. */
const MODULES: Record<string, [now: string[], later: string[]]> = {
  'src/main.ts': [
    ['src/App.svelte'],
    ['src/i18n/texts/de.po', 'src/games/chess/texts/lobby/de.po'],
  ],
  'src/App.svelte': [
    ['~icons/home.svelte'],
    ['src/pages/MatchPage.svelte', 'src/pages/CreatePage.svelte', 'src/pages/home/CardFan.svelte'],
  ],
  'src/pages/home/CardFan.svelte': [[], ['src/games/chess/box.ts']],
  'src/pages/CreatePage.svelte': [['~icons/plus.svelte', '~icons/lock.svelte'], []],
  'src/pages/MatchPage.svelte': [
    ['src/pages/NotFoundPage.svelte'],
    ['src/pages/match/RunningMatch.svelte', 'src/games/chess/index.ts', 'src/games/go/index.ts'],
  ],
  'src/pages/match/RunningMatch.svelte': [
    ['src/table/Card.svelte', '~icons/plus.svelte', '~icons/home.svelte'],
    ['src/table/RulesPanel.svelte', 'src/table/texts/de.po'],
  ],
  'src/games/chess/index.ts': [
    ['src/games/chess/Board.svelte', 'src/games/chess/Piece.svelte', 'src/table/Pile.svelte'],
    [],
  ],
  'src/games/chess/box.ts': [['src/games/chess/Piece.svelte', 'src/table/Card.svelte'], []],
  'src/games/go/index.ts': [['src/games/go/Board.svelte', 'src/table/Pile.svelte'], []],
  'src/table/RulesPanel.svelte': [['src/table/Search.svelte', 'src/table/Card.svelte'], []],
};

const NAMES: Record<string, string | null> = {
  'src/main.ts': 'page',
  'src/App.svelte': 'page',
  '~icons/home.svelte': 'page',
  'src/i18n/texts/de.po': 'de',
  'src/games/chess/texts/lobby/de.po': 'de',
  'src/pages/MatchPage.svelte': 'table',
  'src/pages/match/RunningMatch.svelte': 'table',
  'src/table/Pile.svelte': 'table',
  'src/table/texts/de.po': 'table-de',
  'src/table/Card.svelte': 'common',
  '~icons/plus.svelte': 'common',
  'src/games/chess/Board.svelte': 'chess',
  'src/games/chess/Piece.svelte': 'cards-chess',
  'src/games/chess/box.ts': 'cards-chess',
  'src/games/go/Board.svelte': 'go',
  'src/pages/CreatePage.svelte': null,
  '~icons/lock.svelte': null,
  'src/table/RulesPanel.svelte': null,
  'src/table/Search.svelte': null,
};

const at = (module: string): string => (module.startsWith('~') ? module : `${ROOT}/${module}`);
const modules = {
  getModuleInfo: (id: string) => {
    const [now, later] = MODULES[id.replace(`${ROOT}/`, '')] ?? [[], []];
    return { importedIds: now.map(at), dynamicallyImportedIds: later.map(at) };
  },
} as unknown as Parameters<ReturnType<typeof chunkName>>[1];

test.each(Object.entries(NAMES))('%s is in %s', (module, name) => {
  expect(chunkName(ROOT)(at(module), modules)).toBe(name);
});

test('what a chunk needs is in it or in one that its page has as well', () => {
  const name = chunkName(ROOT);
  const above = ['page', 'common', 'table'];
  for (const [module, [needed]] of Object.entries(MODULES)) {
    const own = name(at(module), modules);
    for (const chunk of needed.map((need) => name(at(need), modules))) {
      if (chunk === own || own === null) continue;
      expect([...above, own === 'chess' ? 'cards-chess' : undefined]).toContain(chunk);
    }
  }
});
