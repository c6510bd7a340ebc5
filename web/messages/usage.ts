/** Usage: English texts that nothing shows. */

import { SOURCES } from './sources';

const CODE = Object.entries(
  import.meta.glob<string>(
    ['../src/**/*.{ts,svelte}', '!../src/**/*.test.ts', '!../src/**/texts/**'],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  ),
)
  .map(([, code]) => code)
  .join('\n');

const MENTIONED = new Set(
  [...CODE.matchAll(/\??\.(\w+)|'(\w+)'|"(\w+)"|\b(\w+):/g)].flatMap((match) => match.slice(1)),
);
/** What is handed on whole, or looked into by a key that is computed: `words.sure[kind]`. */
const OPENED = new Set([...CODE.matchAll(/\.(\w+)(?![\w(.]|\?\.)/g)].map(([, name]) => name));
/** Their keys are ids of a game, which other tests compare with the game's own. */
const BY_ID = /\/(?:glossary|lobby|phases)$/;

/**
 * Keys of English texts that no source file mentions. The search is for names, not for references:
 * it can't see that the same name is meant in another catalogue or is something else altogether,
 * nor which keys of a record are ever asked for. It finds what was left behind under a name of its
 * own, which is what sentences mostly have.
 */
export function unusedKeys(): string[] {
  return SOURCES.filter(({ folder }) => !BY_ID.test(folder)).flatMap(({ folder, entries }) =>
    entries
      .filter(({ path }) => !isUsed(path))
      .map(({ path }) => `${folder}/english: ${path}: not used`),
  );
}

function isUsed(path: string): boolean {
  const keys = path.split('.');
  return keys.every(
    (key, depth) => MENTIONED.has(key) || (depth > 0 && OPENED.has(keys[depth - 1])),
  );
}
