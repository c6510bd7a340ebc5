/** The pictures of the cards of Azteca, Cavalry, Defenders and Legends. */

import type { Glyphs } from './glyphs';

import AnvilImpact from '~icons/game-icons/anvil-impact';
import Archer from '~icons/game-icons/archer';
import ArrowCluster from '~icons/game-icons/arrow-cluster';
import AztecCalendarSun from '~icons/game-icons/aztec-calendar-sun';
import Backstab from '~icons/game-icons/backstab';
import Ballista from '~icons/game-icons/ballista';
import BlackKnightHelm from '~icons/game-icons/black-knight-helm';
import BloodyStash from '~icons/game-icons/bloody-stash';
import BoilingBubbles from '~icons/game-icons/boiling-bubbles';
import BowArrow from '~icons/game-icons/bow-arrow';
import Bowman from '~icons/game-icons/bowman';
import Cactus from '~icons/game-icons/cactus';
import Caduceus from '~icons/game-icons/caduceus';
import Camel from '~icons/game-icons/camel';
import CamelHead from '~icons/game-icons/camel-head';
import Cartwheel from '~icons/game-icons/cartwheel';
import Catapult from '~icons/game-icons/catapult';
import Chariot from '~icons/game-icons/chariot';
import EagleHead from '~icons/game-icons/eagle-head';
import Encirclement from '~icons/game-icons/encirclement';
import FallingBoulder from '~icons/game-icons/falling-boulder';
import FallingRocks from '~icons/game-icons/falling-rocks';
import FeatheredWing from '~icons/game-icons/feathered-wing';
import Feline from '~icons/game-icons/feline';
import FlowerTwirl from '~icons/game-icons/flower-twirl';
import GearHammer from '~icons/game-icons/gear-hammer';
import GriffinSymbol from '~icons/game-icons/griffin-symbol';
import HadesSymbol from '~icons/game-icons/hades-symbol';
import Handcuffed from '~icons/game-icons/handcuffed';
import HawkEmblem from '~icons/game-icons/hawk-emblem';
import HeartWings from '~icons/game-icons/heart-wings';
import HeavenGate from '~icons/game-icons/heaven-gate';
import HorseHead from '~icons/game-icons/horse-head';
import Horseshoe from '~icons/game-icons/horseshoe';
import Icarus from '~icons/game-icons/icarus';
import JasonMask from '~icons/game-icons/jason-mask';
import Lasso from '~icons/game-icons/lasso';
import Lion from '~icons/game-icons/lion';
import Maze from '~icons/game-icons/maze';
import MedievalPavilion from '~icons/game-icons/medieval-pavilion';
import MedusaHead from '~icons/game-icons/medusa-head';
import MirrorMirror from '~icons/game-icons/mirror-mirror';
import MusicSpell from '~icons/game-icons/music-spell';
import OldWagon from '~icons/game-icons/old-wagon';
import Pegasus from '~icons/game-icons/pegasus';
import PiercedHeart from '~icons/game-icons/pierced-heart';
import PotionBall from '~icons/game-icons/potion-ball';
import RamProfile from '~icons/game-icons/ram-profile';
import Reed from '~icons/game-icons/reed';
import Rempart from '~icons/game-icons/rempart';
import River from '~icons/game-icons/river';
import RomanShield from '~icons/game-icons/roman-shield';
import SharpCrown from '~icons/game-icons/sharp-crown';
import Sheep from '~icons/game-icons/sheep';
import ShieldBash from '~icons/game-icons/shield-bash';
import SnakeTotem from '~icons/game-icons/snake-totem';
import SpearFeather from '~icons/game-icons/spear-feather';
import StoneAxe from '~icons/game-icons/stone-axe';
import StoneCrafting from '~icons/game-icons/stone-crafting';
import StoneWall from '~icons/game-icons/stone-wall';
import SunPriest from '~icons/game-icons/sun-priest';
import Sunrise from '~icons/game-icons/sunrise';
import ThrownSpear from '~icons/game-icons/thrown-spear';
import TigerHead from '~icons/game-icons/tiger-head';
import Trample from '~icons/game-icons/trample';
import Trireme from '~icons/game-icons/trireme';
import WhiteTower from '~icons/game-icons/white-tower';
import WingedLeg from '~icons/game-icons/winged-leg';
import WingedSword from '~icons/game-icons/winged-sword';
import Wingfoot from '~icons/game-icons/wingfoot';

export const ANCIENTS: Glyphs = {
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
  archer_tower: WhiteTower,
  murder_holes: FallingRocks,
  fortress_walls: StoneWall,
  testudo_legionnaire: RomanShield,
  basic_builder: GearHammer,
  master_builder: StoneCrafting,
  sagittarii_marksman: Bowman,
  light_chariots: Cartwheel,
  heavy_chariots: Chariot,
  elite_chariots: OldWagon,
  vats_of_tar: BoilingBubbles,
  boulder_barrage: FallingBoulder,
  ballista: Ballista,
  onager_catapult: Catapult,
  fortify: Rempart,
  armorer: AnvilImpact,
  griffin: GriffinSymbol,
  jason_and_the_argonauts: Trireme,
  perseus: WingedSword,
  the_river_styx: River,
  gates_of_hades: HadesSymbol,
  gates_of_olympus: HeavenGate,
  the_golden_fleece: Sheep,
  the_golden_ram: RamProfile,
  clytemnestra: BloodyStash,
  hercules: Lion,
  hermes_caduceus: Caduceus,
  pegasus: Pegasus,
  daedalus: Maze,
  eros_love_arrow: PiercedHeart,
  icarus: Icarus,
  circe: PotionBall,
  song_of_the_sirens: MusicSpell,
  sun_chariot_of_helios: Sunrise,
  bellerophon: SpearFeather,
  winged_sandals: Wingfoot,
  eros: HeartWings,
  medusa: MedusaHead,
  hermes: WingedLeg,
};
