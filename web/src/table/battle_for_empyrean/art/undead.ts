/** The pictures of the cards of Spectres and Vampires. */

import type { Glyphs } from './glyphs';

import BleedingWound from '~icons/game-icons/bleeding-wound';
import Blood from '~icons/game-icons/blood';
import Briefcase from '~icons/game-icons/briefcase';
import BurningSkull from '~icons/game-icons/burning-skull';
import Coffin from '~icons/game-icons/coffin';
import CrossMark from '~icons/game-icons/cross-mark';
import DeathZone from '~icons/game-icons/death-zone';
import DualityMask from '~icons/game-icons/duality-mask';
import EmbrassedEnergy from '~icons/game-icons/embrassed-energy';
import EvilBat from '~icons/game-icons/evil-bat';
import EvilEyes from '~icons/game-icons/evil-eyes';
import FamilyHouse from '~icons/game-icons/family-house';
import Female from '~icons/game-icons/female';
import FemaleVampire from '~icons/game-icons/female-vampire';
import Fly from '~icons/game-icons/fly';
import GlowingHands from '~icons/game-icons/glowing-hands';
import GraveFlowers from '~icons/game-icons/grave-flowers';
import GrimReaper from '~icons/game-icons/grim-reaper';
import HeartStake from '~icons/game-icons/heart-stake';
import HollowCat from '~icons/game-icons/hollow-cat';
import LargeDress from '~icons/game-icons/large-dress';
import LoveLetter from '~icons/game-icons/love-letter';
import NeckBite from '~icons/game-icons/neck-bite';
import OverlordHelm from '~icons/game-icons/overlord-helm';
import PrettyFangs from '~icons/game-icons/pretty-fangs';
import RaiseSkeleton from '~icons/game-icons/raise-skeleton';
import Raven from '~icons/game-icons/raven';
import Rose from '~icons/game-icons/rose';
import Scythe from '~icons/game-icons/scythe';
import ShadowFollower from '~icons/game-icons/shadow-follower';
import ShamblingZombie from '~icons/game-icons/shambling-zombie';
import SkeletalHand from '~icons/game-icons/skeletal-hand';
import SkullCrack from '~icons/game-icons/skull-crack';
import Soul from '~icons/game-icons/soul';
import SoulVessel from '~icons/game-icons/soul-vessel';
import Swallow from '~icons/game-icons/swallow';
import Swallower from '~icons/game-icons/swallower';
import TopHat from '~icons/game-icons/top-hat';
import VampireCape from '~icons/game-icons/vampire-cape';
import VampireDracula from '~icons/game-icons/vampire-dracula';

export const UNDEAD: Glyphs = {
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
  ellen: LargeDress,
  laura: Female,
  lucy: NeckBite,
  mina: LoveLetter,
  romuald: CrossMark,
  jonathan: Briefcase,
  lord_ruthven: TopHat,
  the_family: FamilyHouse,
  vampires_coffin: Coffin,
  sir_francis_varney: VampireCape,
  the_blood_countess: Blood,
  vampire_bat: EvilBat,
  arnold_paole: GraveFlowers,
  gorcha: PrettyFangs,
  professor_van_helsing: HeartStake,
  clarimonde: Rose,
  renfield: Fly,
  the_brides_of_dracula: FemaleVampire,
  the_turning: BleedingWound,
  vampires_gaze: EvilEyes,
  carmilla: HollowCat,
  count_orlok: SkeletalHand,
  count_dracula: VampireDracula,
};
