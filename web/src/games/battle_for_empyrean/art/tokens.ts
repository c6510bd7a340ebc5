/** Token icons, simple enough to be distinguished when small. */

import Captive from '~icons/game-icons/manacles';
import First from '~icons/game-icons/trumpet-flag';
import Raid from '~icons/game-icons/viking-helmet';
import Anchor from '~icons/lucide/anchor';
import Move from '~icons/lucide/footprints';
import Shield from '~icons/lucide/shield';
import Stop from '~icons/lucide/octagon-x';
import Stun from '~icons/lucide/zap-off';

import type { Glyphs } from './glyphs';

export const TOKEN_SIGNS: Glyphs = {
  stop: Stop,
  stun: Stun,
  shield: Shield,
  anchor: Anchor,
  move: Move,
  permanent_move: Move,
  captive: Captive,
  viking_raid: Raid,
  first_player: First,
};
