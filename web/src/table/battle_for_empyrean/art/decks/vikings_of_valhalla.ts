/** The pictures of the cards of Vikings of Valhalla. */

import type { Glyphs } from '../glyphs';

import BearFace from '~icons/game-icons/bear-face';
import Beard from '~icons/game-icons/beard';
import Drakkar from '~icons/game-icons/drakkar';
import Enrage from '~icons/game-icons/enrage';
import FangsCircle from '~icons/game-icons/fangs-circle';
import Giant from '~icons/game-icons/giant';
import PocketBow from '~icons/game-icons/pocket-bow';
import Sail from '~icons/game-icons/sail';
import ShieldImpact from '~icons/game-icons/shield-impact';
import ShieldOpposition from '~icons/game-icons/shield-opposition';
import SwordsEmblem from '~icons/game-icons/swords-emblem';
import VikingHead from '~icons/game-icons/viking-head';
import VikingShield from '~icons/game-icons/viking-shield';
import WolfHead from '~icons/game-icons/wolf-head';
import WolfHowl from '~icons/game-icons/wolf-howl';

const glyphs: Glyphs = {
  bear_spirit: BearFace,
  bondi: Beard,
  wolf_spirit: WolfHowl,
  menningulfar: WolfHead,
  skjaldmaer: VikingShield,
  hirdmen: SwordsEmblem,
  snekkja: Sail,
  viking_archer: PocketBow,
  berserkir: Enrage,
  skjaldborg: ShieldOpposition,
  langskip: Drakkar,
  skjaldmaer_bash: ShieldImpact,
  ulfhedinn: FangsCircle,
  blendingur: Giant,
  viking_jarl: VikingHead,
};

export default glyphs;
