/** The pictures of battlefields and decks. */

import type { Glyphs } from './glyphs';

import AllSeeingEye from '~icons/game-icons/all-seeing-eye';
import Anvil from '~icons/game-icons/anvil';
import Arena from '~icons/game-icons/arena';
import BatMask from '~icons/game-icons/bat-mask';
import CardPick from '~icons/game-icons/card-pick';
import Castle from '~icons/game-icons/castle';
import CastleRuins from '~icons/game-icons/castle-ruins';
import CliffCrossing from '~icons/game-icons/cliff-crossing';
import Cornucopia from '~icons/game-icons/cornucopia';
import Crossroad from '~icons/game-icons/crossroad';
import CrystalCluster from '~icons/game-icons/crystal-cluster';
import DrakkarDragon from '~icons/game-icons/drakkar-dragon';
import EchoRipples from '~icons/game-icons/echo-ripples';
import GreekTemple from '~icons/game-icons/greek-temple';
import HighGrass from '~icons/game-icons/high-grass';
import Imprisoned from '~icons/game-icons/imprisoned';
import IonicColumn from '~icons/game-icons/ionic-column';
import Island from '~icons/game-icons/island';
import Kimono from '~icons/game-icons/kimono';
import Lyre from '~icons/game-icons/lyre';
import MayanPyramid from '~icons/game-icons/mayan-pyramid';
import Mountains from '~icons/game-icons/mountains';
import Mountaintop from '~icons/game-icons/mountaintop';
import MountedKnight from '~icons/game-icons/mounted-knight';
import Observatory from '~icons/game-icons/observatory';
import PayMoney from '~icons/game-icons/pay-money';
import Portal from '~icons/game-icons/portal';
import Robber from '~icons/game-icons/robber';
import RoundTable from '~icons/game-icons/round-table';
import Scales from '~icons/game-icons/scales';
import ShintoShrine from '~icons/game-icons/shinto-shrine';
import Spectre from '~icons/game-icons/spectre';
import SplashyStream from '~icons/game-icons/splashy-stream';
import StarAltar from '~icons/game-icons/star-altar';
import StoneThrone from '~icons/game-icons/stone-throne';
import Sunbeams from '~icons/game-icons/sunbeams';
import Swan from '~icons/game-icons/swan';

export const PLACES: Glyphs = {
  altar_of_the_bargain: StarAltar,
  bountiful_vale: Cornucopia,
  colosseum_of_envy: Arena,
  crystal_caverns: CrystalCluster,
  darkwall_prison: Imprisoned,
  eldritch_rift: Portal,
  forge_of_valor: Anvil,
  grinding_gorge: CliffCrossing,
  hall_of_tithes: PayMoney,
  isle_of_the_cursed_coin: Island,
  palace_of_the_empty_throne: StoneThrone,
  pillar_of_solitude: IonicColumn,
  river_of_rebirth: SplashyStream,
  sanctum_of_the_creators: Sunbeams,
  scales_of_balance: Scales,
  shrine_of_stillness: ShintoShrine,
  sirens_sanctuary: Lyre,
  summit_of_ten: Mountaintop,
  the_endless_plain: HighGrass,
  the_eye_of_power: AllSeeingEye,
  the_frozen_pass: Mountains,
  the_hollow_keep: CastleRuins,
  the_mirror_lake: Swan,
  thieves_market: Robber,
  tower_of_stars: Observatory,
  vale_of_echoes: EchoRipples,
  wayfarers_crossing: Crossroad,
  azteca_and_mexica_of_tenochtitlan: MayanPyramid,
  cavalry_of_the_parthian_empire: MountedKnight,
  defenders_of_the_bastion: Castle,
  knights_of_the_round_table: RoundTable,
  legends_of_the_parthenon: GreekTemple,
  samurai_of_the_sengoku: Kimono,
  spectres_of_the_necropolis: Spectre,
  vampires_of_the_evernight: BatMask,
  vikings_of_valhalla: DrakkarDragon,
  mash_up: CardPick,
};
