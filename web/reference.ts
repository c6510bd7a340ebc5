import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/** What `/docs` loads, beside our own `start.js` and `reference.css`. */
const PARTS = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];
const OWN = ['start.js', 'reference.css'];

/**
 * Puts Swagger UI into the folder `reference` of the build, as it comes: the API reference is served
 * by the server itself and takes no part in the page's chunks.
 */
export function reference(): Plugin {
  return {
    name: 'reference',
    apply: 'build',
    generateBundle() {
      const swagger = join(
        createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
        '..',
      );
      const own = join(import.meta.dirname, 'reference');
      const files = [
        ...PARTS.map((name) => [name, join(swagger, name)] as const),
        ...OWN.map((name) => [name, join(own, name)] as const),
      ];
      for (const [name, path] of files)
        this.emitFile({
          type: 'asset',
          fileName: `reference/${name}`,
          source: readFileSync(path),
        });
    },
  };
}
