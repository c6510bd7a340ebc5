/** The pictures of the cards of Legends of the Parthenon. */

import type { Glyphs } from '../glyphs';

import BloodyStash from '~icons/game-icons/bloody-stash';
import Caduceus from '~icons/game-icons/caduceus';
import GriffinSymbol from '~icons/game-icons/griffin-symbol';
import HadesSymbol from '~icons/game-icons/hades-symbol';
import HeartWings from '~icons/game-icons/heart-wings';
import HeavenGate from '~icons/game-icons/heaven-gate';
import Icarus from '~icons/game-icons/icarus';
import Lion from '~icons/game-icons/lion';
import Maze from '~icons/game-icons/maze';
import MedusaHead from '~icons/game-icons/medusa-head';
import MusicSpell from '~icons/game-icons/music-spell';
import Pegasus from '~icons/game-icons/pegasus';
import PiercedHeart from '~icons/game-icons/pierced-heart';
import PotionBall from '~icons/game-icons/potion-ball';
import RamProfile from '~icons/game-icons/ram-profile';
import River from '~icons/game-icons/river';
import Sheep from '~icons/game-icons/sheep';
import SpearFeather from '~icons/game-icons/spear-feather';
import Sunrise from '~icons/game-icons/sunrise';
import Trireme from '~icons/game-icons/trireme';
import WingedLeg from '~icons/game-icons/winged-leg';
import WingedSword from '~icons/game-icons/winged-sword';
import Wingfoot from '~icons/game-icons/wingfoot';

const glyphs: Glyphs = {
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

export default glyphs;
