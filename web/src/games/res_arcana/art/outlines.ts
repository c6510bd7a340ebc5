/** Outlines: what the scene of a component is about. */

import { Drawings, type Outline } from '../../../table/glyphs/drawings.svelte';
import drawings from '../drawings.json?drawn';
import { COMPOSED } from './recipes';

const DRAWINGS = new Drawings('res_arcana', drawings);

/** The outline of a component; undefined while it is loading, null for one without. */
export function outlineOf(id: string): Outline {
  return COMPOSED.includes(id) ? DRAWINGS.of(id) : null;
}
