/** The pictures of the cards of Cavalry of the Parthian Empire. */

import type { Glyphs } from '../glyphs';

import Archer from '~icons/game-icons/archer';
import ArrowCluster from '~icons/game-icons/arrow-cluster';
import BlackKnightHelm from '~icons/game-icons/black-knight-helm';
import BowArrow from '~icons/game-icons/bow-arrow';
import Camel from '~icons/game-icons/camel';
import CamelHead from '~icons/game-icons/camel-head';
import Encirclement from '~icons/game-icons/encirclement';
import HorseHead from '~icons/game-icons/horse-head';
import Horseshoe from '~icons/game-icons/horseshoe';
import MedievalPavilion from '~icons/game-icons/medieval-pavilion';
import SharpCrown from '~icons/game-icons/sharp-crown';
import ThrownSpear from '~icons/game-icons/thrown-spear';
import Trample from '~icons/game-icons/trample';

const glyphs: Glyphs = {
  light_camel_rider: CamelHead,
  light_infantry: ThrownSpear,
  camel_rider: Camel,
  horse_archers: BowArrow,
  defense_platform: MedievalPavilion,
  standard_cataphract: HorseHead,
  azadan_nobles: SharpCrown,
  elite_horse_archers: ArrowCluster,
  superior_cataphract: BlackKnightHelm,
  trample: Trample,
  flank_attack: Encirclement,
  parthian_shot: Archer,
  spahbed: Horseshoe,
};

export default glyphs;
