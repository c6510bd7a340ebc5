import type { FullFrame } from '../../api/types';
import { Past } from '../replay/past.svelte';

/** A table as it is stored for a drawing. */
export type StillView = FullFrame['view'];

/** Past: a table that was never played, as the first seat sees it. */
export class Still extends Past {
  constructor(view: StillView) {
    super();
    this.takeView(view, { seat: 0 });
  }
}
