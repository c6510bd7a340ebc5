/** The pictures of the cards of Spectres of the Necropolis. */

import type { Glyphs } from '../glyphs';

import BurningSkull from '~icons/game-icons/burning-skull';
import DeathZone from '~icons/game-icons/death-zone';
import DualityMask from '~icons/game-icons/duality-mask';
import EmbrassedEnergy from '~icons/game-icons/embrassed-energy';
import GlowingHands from '~icons/game-icons/glowing-hands';
import GrimReaper from '~icons/game-icons/grim-reaper';
import OverlordHelm from '~icons/game-icons/overlord-helm';
import RaiseSkeleton from '~icons/game-icons/raise-skeleton';
import Raven from '~icons/game-icons/raven';
import Scythe from '~icons/game-icons/scythe';
import ShadowFollower from '~icons/game-icons/shadow-follower';
import ShamblingZombie from '~icons/game-icons/shambling-zombie';
import SkullCrack from '~icons/game-icons/skull-crack';
import Soul from '~icons/game-icons/soul';
import SoulVessel from '~icons/game-icons/soul-vessel';
import Swallow from '~icons/game-icons/swallow';
import Swallower from '~icons/game-icons/swallower';

const glyphs: Glyphs = {
  soul_of_the_living: Soul,
  taker_of_souls: Scythe,
  cage_of_lost_souls: SoulVessel,
  death_enhancer: BurningSkull,
  eater_of_souls: Swallow,
  my_soul_for_yours: DualityMask,
  soul_of_the_powerful: EmbrassedEnergy,
  the_soul_stalker: ShadowFollower,
  devourer_of_souls: Swallower,
  harbinger_of_death: Raven,
  sovereign_of_purgatory: OverlordHelm,
  zombie_horde: ShamblingZombie,
  the_necromancer: RaiseSkeleton,
  the_soul_crusher: SkullCrack,
  giver_of_souls: GlowingHands,
  the_annihilator: DeathZone,
  aspect_of_death: GrimReaper,
};

export default glyphs;
