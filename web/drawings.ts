import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';

import { optimize } from 'svgo';
import type { Plugin } from 'vite';

import { WHOLE_UNITS } from './icons.ts';

type Icons = Record<string, { body: string }>;

const QUERY = '?drawn';
const ONE_PATH = /^<svg [^>]*><path fill="currentColor" d="([^"]+)"\/><\/svg>$/;
const ICONS = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');

/**
 * Makes one asset of the drawings of a game: `import address from './drawings.json?drawn'` is its
 * address, the path of an outline for each name. The server cuts it to the names that are asked for.
 */
export function drawings(): Plugin {
  const served = new Map<string, string>();
  let builds = false;
  return {
    name: 'drawings',
    enforce: 'pre',
    configResolved(config) {
      builds = config.command === 'build';
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return undefined;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      const source = JSON.stringify(await drawn(file));
      const name = `${basename(dirname(file))}-drawings.json`;
      if (builds) {
        const reference = this.emitFile({ type: 'asset', name, source });
        return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
      }
      served.set(`/@drawn/${name}`, source);
      return `export default "/@drawn/${name}";`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = served.get(request.url?.split('?')[0] ?? '');
        if (source === undefined) return next();
        response.setHeader('Content-Type', 'application/json').end(source);
      });
    },
  };
}

/** The outlines of a file that names an icon of game-icons for each thing of a game. */
export async function drawn(file: string): Promise<Record<string, string>> {
  const names = JSON.parse(await readFile(file, 'utf-8')) as Record<string, string>;
  const { icons } = JSON.parse(await readFile(ICONS, 'utf-8')) as { icons: Icons };
  return Object.fromEntries(
    Object.entries(names).map(([id, name]) => [id, outline(name, icons[name]?.body)]),
  );
}

function outline(name: string, body = ''): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body}</svg>`;
  const [, path] = ONE_PATH.exec(optimize(svg, WHOLE_UNITS).data) ?? [];
  if (path === undefined) throw new Error(`game-icons has no "${name}" of a single path`);
  return path;
}
