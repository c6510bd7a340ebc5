import { svelte } from '@sveltejs/vite-plugin-svelte';
import Icons from 'unplugin-icons/vite';
import { defineConfig } from 'vitest/config';

import { oldestBrowsers } from './browsers.ts';
import { catalogues } from './catalogues.ts';
import { chunkName, preloads } from './chunks.ts';
import { drawings } from './drawings.ts';
import { iconCompiler } from './icons.ts';
import { installable } from './installable.ts';
import { precompressed } from './precompressed.ts';
import { reference } from './reference.ts';

const server = process.env.CONCLAVE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    svelte(),
    Icons({ compiler: iconCompiler }),
    catalogues(),
    drawings(),
    preloads(),
    installable(),
    reference(),
    precompressed(),
  ],
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  // Scripts and sheets find their parts beside themselves, wherever the site lies.
  base: './',
  build: {
    target: oldestBrowsers(),
    cssTarget: oldestBrowsers(),
    // Every asset is served by the same host; nothing is inlined that a strict content policy would refuse.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkName(import.meta.dirname) }],
        },
      },
    },
  },
  // Without this vitest resolves Svelte's server build, which cannot mount components.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    globalSetup: ['tests/engine.ts'],
    setupFiles: ['tests/browser_stubs.ts'],
    // By default one core is left to vitest itself, which has little to do.
    maxWorkers: '100%',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
