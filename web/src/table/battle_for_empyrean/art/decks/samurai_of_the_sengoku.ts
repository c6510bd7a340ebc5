/** The pictures of the cards of Samurai of the Sengoku. */

import type { Glyphs } from '../glyphs';

import ArmSling from '~icons/game-icons/arm-sling';
import Bo from '~icons/game-icons/bo';
import Candles from '~icons/game-icons/candles';
import Glaive from '~icons/game-icons/glaive';
import HeadbandKnot from '~icons/game-icons/headband-knot';
import HookSwords from '~icons/game-icons/hook-swords';
import Japan from '~icons/game-icons/japan';
import Katana from '~icons/game-icons/katana';
import Lamellar from '~icons/game-icons/lamellar';
import NinjaHead from '~icons/game-icons/ninja-head';
import Oni from '~icons/game-icons/oni';
import Pentacle from '~icons/game-icons/pentacle';
import Pikeman from '~icons/game-icons/pikeman';
import PowderBag from '~icons/game-icons/powder-bag';
import PrayerBeads from '~icons/game-icons/prayer-beads';
import RallyTheTroops from '~icons/game-icons/rally-the-troops';
import SamuraiHelmet from '~icons/game-icons/samurai-helmet';
import Swordman from '~icons/game-icons/swordman';

const glyphs: Glyphs = {
  ashigaru: Pikeman,
  bushi_samurai: Katana,
  gusoku_armor: Lamellar,
  kansetsu_waza: ArmSling,
  sohei: PrayerBeads,
  ninja: NinjaHead,
  onna_musha: Glaive,
  skilled_ronin: HeadbandKnot,
  hatamoto_samurai: SamuraiHelmet,
  metsubushi: PowderBag,
  oni: Oni,
  bojutsu: Bo,
  itako: Candles,
  daimyo_samurai: HookSwords,
  renowned_ronin: Swordman,
  abe_no_seimei: Pentacle,
  ikko_ikki: RallyTheTroops,
  the_shogun: Japan,
};

export default glyphs;
