import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { DURATIONS, EASINGS } from '../src/browser/motion_tokens';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf-8' })
  .filter((file) => /\.(svelte|ts|css)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`src/${file}`, 'utf-8'))
  .join('\n');

test('every custom property that is used is set somewhere, and by its whole name', () => {
  const used = new Set(SOURCES.match(/(?<=var\()--[^,) ]*/g));
  const set = new Set(SOURCES.match(/--[a-z0-9-]+(?=\s*[:=])|(?<=setProperty\(')--[a-z0-9-]+/g));
  for (const token of Object.keys({ ...DURATIONS, ...EASINGS })) set.add(`--${token}`);
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});

test('what moves has its durations and easings from the table of tokens', () => {
  const moving = SOURCES.match(/\b(?:transition|animation)(?:-[a-z-]+)?: [^;{}]*;/g) ?? [];
  expect(moving.length).toBeGreaterThan(20);
  // Not what moves for ever, its phase, or what switches motion off.
  const ends = moving.filter((declaration) => !/infinite|\* -\d|!important/.test(declaration));
  expect(ends.filter((declaration) => /\d(ms|s)\b|cubic-bezier/.test(declaration))).toEqual([]);
  const scripted = SOURCES.match(/(?<![-\w])(?:duration|delay|easing): [^,}]*/g) ?? [];
  expect(scripted.length).toBeGreaterThan(8);
  expect(scripted.filter((option) => /: (\d|'cubic)/.test(option))).toEqual([]);
});

/** Components of one look: what several declare stands in styles/base.css. */
const PLAIN = /^(styles|ui|parts|pages)[\\/].*\.(svelte|css)$/;

test('no block of three declarations or more stands in three places', () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf-8' })) {
    if (!PLAIN.test(file)) continue;
    const source = readFileSync(`src/${file}`, 'utf-8');
    const sheet = file.endsWith('.css')
      ? source
      : (/<style>(.*)<\/style>/s.exec(source)?.[1] ?? '');
    for (const [, body = ''] of sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/{([^{}]*)}/g)) {
      const declarations = body.split(';').map((part) => part.trim().replace(/\s+/g, ' '));
      const block = declarations.filter(Boolean).sort();
      const key = block.join('; ');
      if (block.length >= 3) places.set(key, [...(places.get(key) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, files]) => files.length >= 3)).toEqual([]);
});
