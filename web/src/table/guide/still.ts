import type { FullFrame } from '../../api/types';
import { ReadOnlyMatch } from '../replay/read_only_match.svelte';

/** A table as it is stored for a drawing. */
export type StillView = FullFrame['view'];

/** A table that was never played, as the first seat sees it. */
export class Still extends ReadOnlyMatch {
  constructor(view: StillView) {
    super();
    this.takeView(view, { seat: 0 });
  }
}
