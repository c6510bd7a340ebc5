import { readFile } from 'node:fs/promises';

import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

const HEADER = /^\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*$/;
/** C expressions of n; in JavaScript they mean the same. */
const EXPRESSION = /^(?:\bn\b|\b\d+\b|[()\s]|[!=<>]=|[<>!?:]|&&|\|\||[-+*/%](?![-+*/]))+$/;

/** How a language counts, by the Plural-Forms of its file. */
export interface PluralForms {
  /** How many forms there are. */
  count: number;
  /** The number of the form for n, as JavaScript. */
  expression: string;
}

/** Makes modules of `.po` files: `import de from './de.po'` is a translation of the page's texts. */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.po')) return undefined;
      this.addWatchFile(id);
      return compiled(await readFile(id));
    },
  };
}

/** The module of a `.po` file. */
export function compiled(source: Buffer | string): string {
  const { headers, translations } = po.parse(source);
  const { expression } = pluralForms(headers['Plural-Forms']);
  const messages: Record<string, string | string[]> = {};
  for (const [path, entries] of Object.entries(translations)) {
    for (const { msgid, msgid_plural, msgstr } of Object.values(entries)) {
      if (!msgid || !msgstr.some(Boolean)) continue;
      messages[path] = msgid_plural === undefined ? msgstr[0]! : msgstr;
    }
  }
  return `export default { plural: (n) => Number(${expression}), messages: ${JSON.stringify(messages)} };`;
}

/** Reads Plural-Forms; what is no expression of n is refused, for it becomes code. */
export function pluralForms(header = ''): PluralForms {
  const [, count, expression = ''] = HEADER.exec(header) ?? [];
  if (!EXPRESSION.test(expression)) throw new Error(`"${header}" is no valid Plural-Forms`);
  return { count: Number(count), expression };
}
