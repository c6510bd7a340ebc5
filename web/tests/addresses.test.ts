// @vitest-environment node
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint();

async function complaints(code: string, file: string): Promise<number> {
  const [result] = await eslint.lintText(code, { filePath: file });
  return result?.messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax').length ?? 0;
}

const script = (code: string): Promise<number> => complaints(`${code}\n`, 'src/match/made_up.ts');
const markup = (code: string): Promise<number> =>
  complaints(`${code}\n`, 'src/pages/MadeUp.svelte');

test.each([
  "fetch('/api/v1/me')",
  'fetch(`/api/v1/matches/${id}`)',
  "new EventSource('/lobby')",
  'new WebSocket(`/matches/${id}`)',
  "history.pushState(undefined, '', '/games')",
  "navigator.serviceWorker.register('/sw.js')",
  "icon.href = '/icon.svg'",
  'const link = `${location.origin}/join`',
  "const here = location.pathname === '/'",
  "const path = '/api/v1'",
])('a script that goes past the path of the site is refused: %s', async (code) => {
  expect(await script(code)).toBeGreaterThan(0);
});

test.each([
  '<a href="/games">x</a>',
  '<a href="games">x</a>',
  '<a href="/m/{id}">x</a>',
  '<a href={`/m/${id}`}>x</a>',
  '<a href={path}>x</a>',
  '<Button href="/new">x</Button>',
  '<img src="/icon.svg" alt="" />',
  "<button onclick={() => fetch('/api/v1/me')}>x</button>",
])('a template that goes past the path of the site is refused: %s', async (code) => {
  expect(await markup(code)).toBeGreaterThan(0);
});

test.each([
  "<a href={resolve('/games')}>x</a>",
  '<a href={resolve(`/m/${id}`)}>x</a>',
  '<Button href={streamAddress(path)}>x</Button>',
  '<a href="#content">x</a>',
  '<a href={credit.href} rel="noreferrer">x</a>',
  "<button onclick={() => go('/games')}>x</button>",
])('links by the path of the site, in it and elsewhere are taken: %s', async (code) => {
  expect(await markup(code)).toBe(0);
});
