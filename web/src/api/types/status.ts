/** What a match can be: open, playing, paused, finished or aborted. */

import type { components } from '../schema.gen';

export type MatchStatus = components['schemas']['Match']['status'];
