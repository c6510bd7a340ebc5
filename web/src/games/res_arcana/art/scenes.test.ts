import { beforeAll, expect, test } from 'vitest';

import { drawn } from '../../../../drawings.ts';
import { fixturesOf } from '../../../../tests/games/fixtures';
import { plate } from '../../../table/scenes/plate';
import { COMPOSED, recipeOf } from './recipes';

/** A scene is a text of at most so many bytes before it is compressed. */
const MAX_BYTES = 18_000;
const MEAN_BYTES = 11_000;

let outlines: Record<string, string>;
beforeAll(async () => {
  outlines = await drawn('src/games/res_arcana/drawings.json');
});

function sceneOf(id: string, kind: string, ratio = 1.3, heightPx = 90): string {
  const recipe = recipeOf(id, kind);
  if (!recipe) throw new Error(`${id} has no recipe`);
  return plate(id, outlines[id] ?? '', recipe, { ratio, heightPx });
}

const CATALOGUE = fixturesOf('res_arcana').catalogue;

test('every component has a scene and a drawing of its own', () => {
  const ids = CATALOGUE.map(({ id }) => id);
  expect([...COMPOSED].sort()).toEqual([...ids].sort());
  expect(Object.keys(outlines).sort()).toEqual([...ids].sort());
  expect(new Set(Object.values(outlines)).size).toBe(ids.length);
  const scenes = CATALOGUE.map(({ id, kind }) => sceneOf(id, kind));
  expect(new Set(scenes).size).toBe(ids.length);
});

test('a scene is the same whenever it is drawn', () => {
  for (const { id, kind } of CATALOGUE) expect(sceneOf(id, kind)).toBe(sceneOf(id, kind));
});

test('a scene is a whole document of bounded size', () => {
  const sizes: number[] = [];
  for (const { id, kind } of CATALOGUE)
    for (const heightPx of [36, 60, 90, 140, 220]) {
      const scene = sceneOf(id, kind, kind === 'place_of_power' ? 2.2 : 1.3, heightPx);
      const parsed = new DOMParser().parseFromString(scene, 'image/svg+xml');
      expect(parsed.querySelector('parsererror'), id).toBeNull();
      expect(scene, id).not.toMatch(/NaN|undefined|null/);
      sizes.push(new TextEncoder().encode(scene).length);
    }
  expect(Math.max(...sizes)).toBeLessThan(MAX_BYTES);
  expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(MEAN_BYTES);
});

test('what a scene refers to is in it once', () => {
  for (const { id, kind } of CATALOGUE) {
    const scene = sceneOf(id, kind);
    const names = [...scene.matchAll(/ id="(\w+)"/g)].map(([, name]) => name);
    expect(new Set(names).size, id).toBe(names.length);
    for (const [, name] of scene.matchAll(/#(\w)[")]/g)) expect(names, id).toContain(name);
  }
});
