/** Abilities: what the picture of a card is about. */

import { Drawings, type Outline } from '../../../table/glyphs/drawings.svelte';
import drawings from '../abilities.json?drawn';
import { abilityOf } from './ability_ids';

const DRAWINGS = new Drawings('ascended_kings', drawings);

/** The outline of a card's ability; undefined while it is loading, null for one without. */
export const outlineOf = (card: string): Outline => DRAWINGS.of(abilityOf(card));
