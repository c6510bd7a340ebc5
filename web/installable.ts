import { createHash } from 'node:crypto';

import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

import { catalogues } from './catalogues.ts';

const LINKED = /(?:href|src)="\.(\/assets\/[^"]+)"/g;
const OFFLINE = 'offline.html';
const ICON = '/icon.svg';

type Built = Rolldown.OutputChunk | Rolldown.OutputAsset | undefined;

/**
 * Builds what an installed page has besides: the offline page and the service worker. Both are
 * builds of their own, so they share no chunk with the page; the worker is one classic script,
 * which is what every supported browser runs.
 */
export function installable(): Plugin {
  let shared: InlineConfig;
  return {
    name: 'installable',
    apply: 'build',
    configResolved({ root, build: { outDir, target, cssTarget } }) {
      const options = { outDir, target, cssTarget, emptyOutDir: false, assetsInlineLimit: 0 };
      const plain = { root, base: './', configFile: false as const, publicDir: false as const };
      shared = { ...plain, plugins: [catalogues()], logLevel: 'warn', build: options };
    },
    async writeBundle(_options, bundle) {
      const offline = await buildOffline(shared);
      const begun = [...linked(bundle['index.html']), ...linked(offline)];
      await buildWorker(shared, [`/${OFFLINE}`, ICON, ...new Set(begun)]);
    },
  };
}

async function buildOffline(shared: InlineConfig): Promise<Built> {
  const output = (await build({
    ...shared,
    build: {
      ...shared.build,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: OFFLINE },
    },
  })) as Rolldown.RolldownOutput;
  return output.output.find(({ fileName }) => fileName === OFFLINE);
}

async function buildWorker(shared: InlineConfig, shell: string[]): Promise<void> {
  await build({
    ...shared,
    define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(named(shell)) },
    build: {
      ...shared.build,
      lib: { entry: 'worker/service_worker.ts', formats: ['iife'], name: 'worker' },
      rolldownOptions: { output: { entryFileNames: 'sw.js' } },
    },
  });
}

/** The paths of what a page begins with. */
function linked(page: Built): string[] {
  if (page?.type !== 'asset') throw new Error('the build has no such page');
  return [...String(page.source).matchAll(LINKED)].map(([, address = '']) => address);
}

function named(shell: string[]): string {
  return createHash('sha256').update(shell.join()).digest('hex').slice(0, 8);
}
