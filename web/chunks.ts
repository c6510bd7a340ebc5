import { join } from 'node:path';

import type { Plugin, Rolldown } from 'vite';

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const ENTRY = 'src/main.ts';
/** The parts that a table is made of, whatever its game. */
const TABLE = ['src/pages/MatchPage.svelte', 'src/pages/match/RunningMatch.svelte'];
/** The cards on the home page. */
const FAN = 'src/pages/home/CardFan.svelte';
const GAME_PART = /^src\/games\/(\w+)\/(index|box)\.ts$/;
const OTHER_PAGE = /^src\/pages\/(?!replay\/)/;
/** Texts that are read as soon as the page, or a table, is shown. */
const PAGE_TEXTS = /^src\/(?:i18n\/texts|games\/\w+\/texts\/lobby)\/([\w-]+)\.po$/;
const TABLE_TEXTS = /^src\/table\/texts\/([\w-]+)\.po$/;
/** English texts that the page does not begin with. */
const LATER_TEXTS = /^src\/i18n\/(?:later_text|texts\/english\/\w+)\.ts$/;
const PRELOADS = 'preloads.json';

/**
 * Chunks: few, and by what is shown together, since on a slow line a file costs more than its bytes.
 * What the page begins with is one chunk, and so are: a table of any game, a game's board, its
 * cards, what tables share with cards and other pages, and what of this needs texts that the page
 * does not begin with. The rest is cut as the bundler likes.
 */
export function chunkName(root: string): (id: string, modules: Modules) => string | null {
  let names: Map<string, string> | undefined;
  return (id, modules) => (names ??= chunkNames(root, modules)).get(id) ?? null;
}

function chunkNames(root: string, modules: Modules): Map<string, string> {
  const chunkNames = new Map<string, string>();
  const parts = partsOf(root, modules);
  const later = withImporters(modules, (id) => LATER_TEXTS.test(inRoot(root, id)), parts);
  for (const [id, needing] of parts) {
    const path = inRoot(root, id);
    const name = nameFor(needing) ?? textsName(path);
    const isLater = LATER_TEXTS.test(path) ? name !== 'page' : later.has(id) && name === 'common';
    if (isLater) chunkNames.set(id, 'later');
    else if (name) chunkNames.set(id, name);
  }
  return chunkNames;
}

/** The modules that are meant, and all that import them. */
function withImporters(
  modules: Modules,
  isMeant: (id: string) => boolean,
  parts: Map<string, Set<string>>,
): Set<string> {
  const found = new Set(
    [...parts.keys()].filter((id) => isMeant(id) && !parts.get(id)?.has('page')),
  );
  for (const id of found)
    for (const importer of modules.getModuleInfo(id)?.importers ?? []) found.add(importer);
  return found;
}

/** For each module, the parts of the page that need it as soon as they are loaded. */
function partsOf(root: string, modules: Modules): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const entries = [join(root, ENTRY)];
  for (const entry of entries) {
    const part = partName(inRoot(root, entry));
    const needed = [entry];
    const seen = new Set(needed);
    for (const id of needed) {
      const info = modules.getModuleInfo(id);
      const of = parts.get(id) ?? new Set();
      parts.set(id, part ? of.add(part) : of);
      for (const next of info?.importedIds ?? []) if (!seen.has(next)) needed.push(next);
      for (const next of info?.importedIds ?? []) seen.add(next);
      for (const next of info?.dynamicallyImportedIds ?? [])
        if (!entries.includes(next)) entries.push(next);
    }
  }
  return parts;
}

/** What is loaded by a table itself, when it stands, makes no part of its own. */
function partName(entry: string): string | undefined {
  if (entry === ENTRY) return 'page';
  if (TABLE.includes(entry)) return 'table';
  const [, game, part] = GAME_PART.exec(entry) ?? [];
  if (game) return `${part} ${game}`;
  return OTHER_PAGE.test(entry) ? 'other' : undefined;
}

function nameFor(parts: Set<string>): string | undefined {
  if (parts.has('page')) return 'page';
  const games = new Set([...parts].flatMap((part) => part.split(' ')[1] ?? []));
  const [game] = games;
  const boxed = [...parts].some((part) => part.startsWith('box '));
  if (parts.has('other')) return parts.has('table') || game ? 'common' : undefined;
  if (parts.has('table') || games.size > 1) return boxed ? 'common' : 'table';
  return game && (boxed ? `cards-${game}` : game);
}

function textsName(module: string): string | undefined {
  const [, page] = PAGE_TEXTS.exec(module) ?? [];
  const [, table] = TABLE_TEXTS.exec(module) ?? [];
  return page ?? (table && `table-${table}`);
}

function inRoot(root: string, id: string): string {
  return id.startsWith(`${root}/`) ? id.slice(root.length + 1) : id;
}

/**
 * Writes `preloads.json` for the server, which names in a page all that will be needed to show it:
 * the scripts and sheets of `home`, of a `table`, and of the boards of `games`.
 */
export function preloads(): Plugin {
  let root = '';
  return {
    name: 'preloads',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const modules = modulesOf(bundle, root);
      const begun = filesOf(bundle, [join(root, ENTRY)]);
      const more = (...wanted: string[]): string[] => {
        const paths = wanted.map((path) => join(root, path));
        return [...filesOf(bundle, paths)].filter((file) => !begun.has(file));
      };
      const fans = modules.filter((module) => module.endsWith('/fan.ts'));
      const boxes = fans.map((fan) => fan.replace('/fan.ts', '/box.ts'));
      const boards = modules.filter((module) => GAME_PART.exec(module)?.[2] === 'index');
      const table = more(...TABLE);
      const games = boards.map((board) => [
        GAME_PART.exec(board)?.[1],
        more(board).filter((file) => !table.includes(file)),
      ]);
      const files = { home: more(FAN, ...fans, ...boxes), table, games: Object.fromEntries(games) };
      this.emitFile({ type: 'asset', fileName: PRELOADS, source: JSON.stringify(files) });
    },
  };
}

function modulesOf(bundle: Rolldown.OutputBundle, root: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => inRoot(root, id)));
}

/** The addresses of the scripts that these modules need, and of the sheets of these. */
function filesOf(bundle: Rolldown.OutputBundle, modules: string[]): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const needed = new Set(
    chunks.filter((chunk) => chunk.moduleIds.some((id) => modules.includes(id))),
  );
  for (const { imports } of needed) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  }
  const sheets = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return new Set(
    [...[...needed].map(({ fileName }) => fileName), ...sheets].map((file) => `/${file}`),
  );
}
