import { readFileSync } from 'node:fs';

/** How Vite calls a browser whose name in a browserslist is another. */
const IN_VITE: Record<string, string> = { ios_saf: 'ios' };

/**
 * The oldest browsers that the page supports, as Vite names them: `firefox124` for the line
 * "firefox >= 124" of the browserslist in package.json.
 */
export function oldestBrowsers(): string[] {
  const { browserslist } = JSON.parse(
    readFileSync(new URL('package.json', import.meta.url), 'utf8'),
  ) as { browserslist: string[] };
  return browserslist.map((line) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!name) throw new Error(`package.json: "${line}" is not of the form "name >= version"`);
    return `${IN_VITE[name] ?? name}${version}`;
  });
}
