/** The pictures of the cards of Defenders of the Bastion. */

import type { Glyphs } from '../glyphs';

import AnvilImpact from '~icons/game-icons/anvil-impact';
import Ballista from '~icons/game-icons/ballista';
import BoilingBubbles from '~icons/game-icons/boiling-bubbles';
import Bowman from '~icons/game-icons/bowman';
import Cartwheel from '~icons/game-icons/cartwheel';
import Catapult from '~icons/game-icons/catapult';
import Chariot from '~icons/game-icons/chariot';
import FallingBoulder from '~icons/game-icons/falling-boulder';
import FallingRocks from '~icons/game-icons/falling-rocks';
import GearHammer from '~icons/game-icons/gear-hammer';
import OldWagon from '~icons/game-icons/old-wagon';
import Rempart from '~icons/game-icons/rempart';
import RomanShield from '~icons/game-icons/roman-shield';
import StoneCrafting from '~icons/game-icons/stone-crafting';
import StoneWall from '~icons/game-icons/stone-wall';
import WhiteTower from '~icons/game-icons/white-tower';

const glyphs: Glyphs = {
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
};

export default glyphs;
