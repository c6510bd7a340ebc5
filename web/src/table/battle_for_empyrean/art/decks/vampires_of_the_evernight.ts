/** The pictures of the cards of Vampires of the Evernight. */

import type { Glyphs } from '../glyphs';

import BleedingWound from '~icons/game-icons/bleeding-wound';
import Blood from '~icons/game-icons/blood';
import Briefcase from '~icons/game-icons/briefcase';
import Coffin from '~icons/game-icons/coffin';
import CrossMark from '~icons/game-icons/cross-mark';
import EvilBat from '~icons/game-icons/evil-bat';
import EvilEyes from '~icons/game-icons/evil-eyes';
import FamilyHouse from '~icons/game-icons/family-house';
import Female from '~icons/game-icons/female';
import FemaleVampire from '~icons/game-icons/female-vampire';
import Fly from '~icons/game-icons/fly';
import GraveFlowers from '~icons/game-icons/grave-flowers';
import HeartStake from '~icons/game-icons/heart-stake';
import HollowCat from '~icons/game-icons/hollow-cat';
import LargeDress from '~icons/game-icons/large-dress';
import LoveLetter from '~icons/game-icons/love-letter';
import NeckBite from '~icons/game-icons/neck-bite';
import PrettyFangs from '~icons/game-icons/pretty-fangs';
import Rose from '~icons/game-icons/rose';
import SkeletalHand from '~icons/game-icons/skeletal-hand';
import TopHat from '~icons/game-icons/top-hat';
import VampireCape from '~icons/game-icons/vampire-cape';
import VampireDracula from '~icons/game-icons/vampire-dracula';

const glyphs: Glyphs = {
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

export default glyphs;
