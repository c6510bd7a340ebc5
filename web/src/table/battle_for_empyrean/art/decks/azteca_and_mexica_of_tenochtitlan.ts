/** The pictures of the cards of Azteca & Mexica of Tenochtitlan. */

import type { Glyphs } from '../glyphs';

import AztecCalendarSun from '~icons/game-icons/aztec-calendar-sun';
import Backstab from '~icons/game-icons/backstab';
import Cactus from '~icons/game-icons/cactus';
import EagleHead from '~icons/game-icons/eagle-head';
import FeatheredWing from '~icons/game-icons/feathered-wing';
import Feline from '~icons/game-icons/feline';
import FlowerTwirl from '~icons/game-icons/flower-twirl';
import Handcuffed from '~icons/game-icons/handcuffed';
import HawkEmblem from '~icons/game-icons/hawk-emblem';
import JasonMask from '~icons/game-icons/jason-mask';
import Lasso from '~icons/game-icons/lasso';
import MirrorMirror from '~icons/game-icons/mirror-mirror';
import Reed from '~icons/game-icons/reed';
import ShieldBash from '~icons/game-icons/shield-bash';
import SnakeTotem from '~icons/game-icons/snake-totem';
import StoneAxe from '~icons/game-icons/stone-axe';
import SunPriest from '~icons/game-icons/sun-priest';
import TigerHead from '~icons/game-icons/tiger-head';

const glyphs: Glyphs = {
  captive: Handcuffed,
  eagle_spirit: EagleHead,
  jaguar_spirit: TigerHead,
  lure_into_the_shallows: Reed,
  nahualli: Feline,
  tlapilli: ShieldBash,
  otontin: StoneAxe,
  capture: Lasso,
  ambush: Backstab,
  tlamacazqui: SunPriest,
  ocelotl: JasonMask,
  cuauhtli: HawkEmblem,
  peyotl: Cactus,
  coatlicue: SnakeTotem,
  xochiquetzal: FlowerTwirl,
  tezcatlipoca: MirrorMirror,
  quetzalcoatl: FeatheredWing,
  huitzilopochtli: AztecCalendarSun,
};

export default glyphs;
