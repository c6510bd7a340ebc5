import { beforeAll, expect, test } from 'vitest';

import { drawn } from '../../../../drawings.ts';
import { CATALOGUE } from '../../../../tests/games/battle_for_empyrean/fixture';
import { plate, type Recipe } from '../../../table/scenes/plate';
import { cardFacts } from '../cards/card';
import { PANORAMAS, panoramaOf } from './panoramas';
import { deckRecipe, UNITS, unitRecipe } from './units';

/** A scene is a text of at most so many bytes before it is compressed. */
const MAX_BYTES = 24_000;

let outlines: Record<string, string>;
beforeAll(async () => {
  outlines = await drawn('src/games/battle_for_empyrean/drawings.json');
});

const ofKind = (kind: string) => CATALOGUE.filter((component) => component.kind === kind);

function sceneOf(id: string, recipe: Recipe | undefined, ratio: number, heightPx: number): string {
  if (!recipe) throw new Error(`${id} has no recipe`);
  return plate(id, outlines[id] ?? '', recipe, { ratio, heightPx });
}

const cardScenes = (heightPx: number) =>
  ofKind('card').map((card) =>
    sceneOf(card.id, unitRecipe(card.id, cardFacts(card).deck), 0.9, heightPx),
  );
const panoramas = (ratio: number) =>
  ofKind('battlefield').map(({ id }) => sceneOf(id, panoramaOf(id), ratio, 340));

test('every battlefield has a panorama of its own, every card a place', () => {
  const ids = (kind: string) =>
    ofKind(kind)
      .map(({ id }) => id)
      .sort();
  expect([...PANORAMAS].sort()).toEqual(ids('battlefield'));
  expect([...UNITS].sort()).toEqual(ids('card'));
  expect(new Set(panoramas(0.8)).size).toBe(27);
  expect(new Set(cardScenes(90)).size).toBe(ids('card').length);
});

test('a scene is a whole document of bounded size, the same whenever it is drawn', () => {
  const decks = ofKind('deck').map(({ id }) => sceneOf(id, deckRecipe(id), 1, 60));
  const scenes = [...cardScenes(140), ...panoramas(0.65), ...panoramas(2.8), ...decks];
  for (const scene of scenes) {
    const parsed = new DOMParser().parseFromString(scene, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(scene).not.toMatch(/NaN|undefined|null/);
    expect(new TextEncoder().encode(scene).length).toBeLessThan(MAX_BYTES);
  }
  expect(panoramas(0.65)).toEqual(panoramas(0.65));
});
