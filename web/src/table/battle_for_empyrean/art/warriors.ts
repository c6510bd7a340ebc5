/** The pictures of the cards of Knights, Vikings and Samurai. */

import type { Glyphs } from './glyphs';

import AncientSword from '~icons/game-icons/ancient-sword';
import ArmSling from '~icons/game-icons/arm-sling';
import AxeSwing from '~icons/game-icons/axe-swing';
import BearFace from '~icons/game-icons/bear-face';
import Beard from '~icons/game-icons/beard';
import BloodySword from '~icons/game-icons/bloody-sword';
import Bo from '~icons/game-icons/bo';
import Candles from '~icons/game-icons/candles';
import CrestedHelmet from '~icons/game-icons/crested-helmet';
import CrossedSabres from '~icons/game-icons/crossed-sabres';
import Drakkar from '~icons/game-icons/drakkar';
import Enrage from '~icons/game-icons/enrage';
import FangsCircle from '~icons/game-icons/fangs-circle';
import FrogMouthHelm from '~icons/game-icons/frog-mouth-helm';
import Giant from '~icons/game-icons/giant';
import Glaive from '~icons/game-icons/glaive';
import Harp from '~icons/game-icons/harp';
import HeadbandKnot from '~icons/game-icons/headband-knot';
import HighShot from '~icons/game-icons/high-shot';
import HolyGrail from '~icons/game-icons/holy-grail';
import HookSwords from '~icons/game-icons/hook-swords';
import Japan from '~icons/game-icons/japan';
import JesterHat from '~icons/game-icons/jester-hat';
import Katana from '~icons/game-icons/katana';
import Key from '~icons/game-icons/key';
import Lamellar from '~icons/game-icons/lamellar';
import LightHelm from '~icons/game-icons/light-helm';
import NinjaHead from '~icons/game-icons/ninja-head';
import Oni from '~icons/game-icons/oni';
import Pentacle from '~icons/game-icons/pentacle';
import Pikeman from '~icons/game-icons/pikeman';
import PocketBow from '~icons/game-icons/pocket-bow';
import PowderBag from '~icons/game-icons/powder-bag';
import PrayerBeads from '~icons/game-icons/prayer-beads';
import QueenCrown from '~icons/game-icons/queen-crown';
import RallyTheTroops from '~icons/game-icons/rally-the-troops';
import RelicBlade from '~icons/game-icons/relic-blade';
import Ribbon from '~icons/game-icons/ribbon';
import Sail from '~icons/game-icons/sail';
import SamuraiHelmet from '~icons/game-icons/samurai-helmet';
import Shield from '~icons/game-icons/shield';
import ShieldImpact from '~icons/game-icons/shield-impact';
import ShieldOpposition from '~icons/game-icons/shield-opposition';
import ShiningSword from '~icons/game-icons/shining-sword';
import SunRadiations from '~icons/game-icons/sun-radiations';
import SwordInStone from '~icons/game-icons/sword-in-stone';
import Swordman from '~icons/game-icons/swordman';
import SwordsEmblem from '~icons/game-icons/swords-emblem';
import TemplarShield from '~icons/game-icons/templar-shield';
import ThroneKing from '~icons/game-icons/throne-king';
import VikingHead from '~icons/game-icons/viking-head';
import VikingShield from '~icons/game-icons/viking-shield';
import VisoredHelm from '~icons/game-icons/visored-helm';
import WitchFace from '~icons/game-icons/witch-face';
import WizardFace from '~icons/game-icons/wizard-face';
import WolfHead from '~icons/game-icons/wolf-head';
import WolfHowl from '~icons/game-icons/wolf-howl';

export const WARRIORS: Glyphs = {
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
