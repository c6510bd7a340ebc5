import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

/** Pictures and fonts are compressed already. */
const TEXTS = new Set(['.css', '.js', '.json', '.svg', '.txt']);
/** What a compressed form must save for its two more headers to be worth it. */
const MIN_SAVED_BYTES = 64;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Puts `name.br` and `name.gz` beside every text of the build: the server sends them as they are. */
export function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && TEXTS.has(extname(entry.name)))
          await compress(join(entry.parentPath, entry.name));
      }
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const forms = { br: await brotli(text, { params }), gz: await gzipped(text, { level: 9 }) };
  for (const [suffix, form] of Object.entries(forms))
    if (form.length + MIN_SAVED_BYTES < text.length) await writeFile(`${file}.${suffix}`, form);
}
