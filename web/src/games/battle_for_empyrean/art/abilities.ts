import Conditional from '~icons/lucide/repeat-2';
import Passive from '~icons/lucide/infinity';
import Instant from '~icons/lucide/zap';

import type { Glyphs } from './glyphs';

/** The sign of each kind of ability. */
export const ABILITY_SIGNS: Glyphs = {
  instant: Instant,
  conditional: Conditional,
  passive: Passive,
};
