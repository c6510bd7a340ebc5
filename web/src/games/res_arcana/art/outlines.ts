/** Outlines: what the scene of a component is about. */

import { Drawings, type Outline } from '../../../table/glyphs/drawings.svelte';
import drawings from '../drawings.json?drawn';

const DRAWINGS = new Drawings('res_arcana', drawings);

/** The outline of a component; undefined while it is loading, null for one without. */
export const outlineOf = (id: string): Outline => DRAWINGS.of(id);
