// @vitest-environment node

import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf-8' })
  .filter((file) => /\.(svelte|ts|css)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`src/${file}`, 'utf-8'))
  .join('\n');

test('every custom property that is used is set somewhere, and by its whole name', () => {
  const used = new Set(SOURCES.match(/(?<=var\()--[^,) ]*/g));
  const set = new Set(SOURCES.match(/--[a-z0-9-]+(?=\s*[:=])|(?<=setProperty\(')--[a-z0-9-]+/g));
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});
