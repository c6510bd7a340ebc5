/** The pictures of the cards of Knights of the Round Table. */

import type { Glyphs } from '../glyphs';

import AncientSword from '~icons/game-icons/ancient-sword';
import AxeSwing from '~icons/game-icons/axe-swing';
import BloodySword from '~icons/game-icons/bloody-sword';
import CrestedHelmet from '~icons/game-icons/crested-helmet';
import CrossedSabres from '~icons/game-icons/crossed-sabres';
import FrogMouthHelm from '~icons/game-icons/frog-mouth-helm';
import Harp from '~icons/game-icons/harp';
import HighShot from '~icons/game-icons/high-shot';
import HolyGrail from '~icons/game-icons/holy-grail';
import JesterHat from '~icons/game-icons/jester-hat';
import Key from '~icons/game-icons/key';
import LightHelm from '~icons/game-icons/light-helm';
import QueenCrown from '~icons/game-icons/queen-crown';
import RelicBlade from '~icons/game-icons/relic-blade';
import Ribbon from '~icons/game-icons/ribbon';
import Shield from '~icons/game-icons/shield';
import ShiningSword from '~icons/game-icons/shining-sword';
import SunRadiations from '~icons/game-icons/sun-radiations';
import SwordInStone from '~icons/game-icons/sword-in-stone';
import TemplarShield from '~icons/game-icons/templar-shield';
import ThroneKing from '~icons/game-icons/throne-king';
import VisoredHelm from '~icons/game-icons/visored-helm';
import WitchFace from '~icons/game-icons/witch-face';
import WizardFace from '~icons/game-icons/wizard-face';

const glyphs: Glyphs = {
  sir_dinadan: JesterHat,
  sir_lamorak: LightHelm,
  sir_marhaus: AxeSwing,
  sir_palamedes: CrossedSabres,
  the_grail_sword: AncientSword,
  fail_not_bow: HighShot,
  green_and_gold_sash: Ribbon,
  sir_gareth: VisoredHelm,
  sir_kay: Key,
  arondight: ShiningSword,
  sir_bors: Shield,
  sword_with_the_red_hilt: BloodySword,
  the_lady_of_the_lake: SwordInStone,
  morgan_le_fay: WitchFace,
  sir_tristan: Harp,
  the_holy_grail: HolyGrail,
  excalibur: RelicBlade,
  guinevere: QueenCrown,
  sir_percival: FrogMouthHelm,
  sir_galahad: TemplarShield,
  sir_gawain: SunRadiations,
  king_arthur: ThroneKing,
  sir_lancelot: CrestedHelmet,
  merlin: WizardFace,
};

export default glyphs;
