import { beforeAll, expect, test } from 'vitest';

import { drawn } from '../../../../drawings.ts';
import { fixturesOf } from '../../../../tests/games/fixtures';
import { plate } from '../../../table/scenes/plate';
import { abilityOf } from './ability_ids';
import { figureOf } from './figures';
import { gemPicture } from './gem_pictures';
import { burningStrip, SHAPES } from './fire';
import { COMPOSED, recipeOf } from './recipes';
import { ghostly, KINGS, stoneOf } from './stones';

/** A scene is a text of at most so many bytes before it is compressed. */
const MAX_BYTES = 18_000;

const CARDS = fixturesOf('ascended_kings').catalogue.filter(({ kind }) => kind.endsWith('_card'));

let outlines: Record<string, string>;
beforeAll(async () => {
  outlines = await drawn('src/games/ascended_kings/abilities.json');
});

test('every ability has a scene and a drawing of its own', () => {
  const abilities = [...new Set(CARDS.map(({ id }) => abilityOf(id)))].sort();
  expect(abilities).toHaveLength(22);
  expect([...COMPOSED].sort()).toEqual(abilities);
  expect(Object.keys(outlines).sort()).toEqual(abilities);
  expect(new Set(Object.values(outlines)).size).toBe(abilities.length);
});

test('the same ability has another scene on each level, the same whenever it is drawn', () => {
  const scenes = CARDS.map(({ id }) => {
    const recipe = recipeOf(id);
    if (!recipe) throw new Error(`${id} has no recipe`);
    const scene = () =>
      plate(id, outlines[abilityOf(id)] ?? '', recipe, { ratio: 1.5, heightPx: 90 });
    expect(scene()).toBe(scene());
    expect(scene(), id).not.toMatch(/NaN|undefined|null/);
    expect(scene().length).toBeLessThan(MAX_BYTES);
    return scene();
  });
  expect(new Set(scenes).size).toBe(CARDS.length);
});

const parsed = (address: string) =>
  new DOMParser().parseFromString(
    decodeURIComponent(address.slice(address.indexOf(',') + 1)),
    'image/svg+xml',
  );

test('gems and flames are whole documents', () => {
  const pictures = ['aria', 'egis', 'pyre', 'dire', 'ylem'].map((kind) => gemPicture(kind, 'A'));
  for (let shape = 0; shape < SHAPES; shape += 1)
    pictures.push(burningStrip(true, shape), burningStrip(false, shape));
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const picture of pictures) {
    expect(parsed(picture).querySelector('parsererror')).toBeNull();
    expect(decodeURIComponent(picture)).not.toMatch(/NaN|undefined/);
  }
});

test('every King has a figure and a stone of his own, and fades as a Revenant', () => {
  const kings = fixturesOf('ascended_kings').catalogue.filter(({ kind }) => kind === 'king');
  expect([...KINGS].sort()).toEqual(kings.map(({ id }) => id).sort());
  expect(new Set(KINGS.map((king) => figureOf(king))).size).toBe(KINGS.length);
  expect(new Set(KINGS.map((king) => stoneOf(king).slab)).size).toBe(KINGS.length);
  for (const king of KINGS) {
    const { inks } = stoneOf(king);
    expect(ghostly(inks).stone).toMatch(/^#[0-9a-f]{6}$/);
    expect(ghostly(inks).stone).not.toBe(inks.stone);
  }
});
