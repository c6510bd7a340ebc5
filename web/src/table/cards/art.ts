/** The picture of every card of Res Arcana: a glyph, and the essence that tints its ground. */

import AllSeeingEye from '~icons/game-icons/all-seeing-eye';
import AnvilImpact from '~icons/game-icons/anvil-impact';
import Astrolabe from '~icons/game-icons/astrolabe';
import Bookshelf from '~icons/game-icons/bookshelf';
import BowlSpiral from '~icons/game-icons/bowl-spiral';
import BubblingFlask from '~icons/game-icons/bubbling-flask';
import BurningSkull from '~icons/game-icons/burning-skull';
import Coral from '~icons/game-icons/coral';
import Cornucopia from '~icons/game-icons/cornucopia';
import CryptEntrance from '~icons/game-icons/crypt-entrance';
import CrystalBall from '~icons/game-icons/crystal-ball';
import CrystalShine from '~icons/game-icons/crystal-shine';
import CurlingVines from '~icons/game-icons/curling-vines';
import DinosaurBones from '~icons/game-icons/dinosaur-bones';
import DinosaurEgg from '~icons/game-icons/dinosaur-egg';
import DividedSpiral from '~icons/game-icons/divided-spiral';
import DragonBreath from '~icons/game-icons/dragon-breath';
import Duel from '~icons/game-icons/duel';
import ElvenCastle from '~icons/game-icons/elven-castle';
import EvilHand from '~icons/game-icons/evil-hand';
import Fangs from '~icons/game-icons/fangs';
import FireBowl from '~icons/game-icons/fire-bowl';
import FireZone from '~icons/game-icons/fire-zone';
import FloatingCrystal from '~icons/game-icons/floating-crystal';
import Fountain from '~icons/game-icons/fountain';
import FruitTree from '~icons/game-icons/fruit-tree';
import Furnace from '~icons/game-icons/furnace';
import Gears from '~icons/game-icons/gears';
import Giant from '~icons/game-icons/giant';
import GoldBar from '~icons/game-icons/gold-bar';
import GoldMine from '~icons/game-icons/gold-mine';
import GreatPyramid from '~icons/game-icons/great-pyramid';
import GreekTemple from '~icons/game-icons/greek-temple';
import GriffinSymbol from '~icons/game-icons/griffin-symbol';
import HawkEmblem from '~icons/game-icons/hawk-emblem';
import Healing from '~icons/game-icons/healing';
import HolyOak from '~icons/game-icons/holy-oak';
import Hummingbird from '~icons/game-icons/hummingbird';
import JeweledChalice from '~icons/game-icons/jeweled-chalice';
import LanternFlame from '~icons/game-icons/lantern-flame';
import Lasso from '~icons/game-icons/lasso';
import MagicShield from '~icons/game-icons/magic-shield';
import MagnifyingGlass from '~icons/game-icons/magnifying-glass';
import Mermaid from '~icons/game-icons/mermaid';
import MineWagon from '~icons/game-icons/mine-wagon';
import Mining from '~icons/game-icons/mining';
import MountainCave from '~icons/game-icons/mountain-cave';
import Obelisk from '~icons/game-icons/obelisk';
import Ouroboros from '~icons/game-icons/ouroboros';
import Pegasus from '~icons/game-icons/pegasus';
import PocketBow from '~icons/game-icons/pocket-bow';
import PowerRing from '~icons/game-icons/power-ring';
import Prism from '~icons/game-icons/prism';
import RaiseSkeleton from '~icons/game-icons/raise-skeleton';
import RaiseZombie from '~icons/game-icons/raise-zombie';
import SacrificialDagger from '~icons/game-icons/sacrificial-dagger';
import ScrollQuill from '~icons/game-icons/scroll-quill';
import SeaDragon from '~icons/game-icons/sea-dragon';
import SeaSerpent from '~icons/game-icons/sea-serpent';
import SniffingDog from '~icons/game-icons/sniffing-dog';
import SpikedDragonHead from '~icons/game-icons/spiked-dragon-head';
import SpikyPit from '~icons/game-icons/spiky-pit';
import SpinningSword from '~icons/game-icons/spinning-sword';
import SplashyStream from '~icons/game-icons/splashy-stream';
import StagHead from '~icons/game-icons/stag-head';
import StarAltar from '~icons/game-icons/star-altar';
import StoneBust from '~icons/game-icons/stone-bust';
import Strongbox from '~icons/game-icons/strongbox';
import StumpRegrowth from '~icons/game-icons/stump-regrowth';
import Tombstone from '~icons/game-icons/tombstone';
import Totem from '~icons/game-icons/totem';
import TreeFace from '~icons/game-icons/tree-face';
import UndergroundCave from '~icons/game-icons/underground-cave';
import VintageRobot from '~icons/game-icons/vintage-robot';
import Whip from '~icons/game-icons/whip';
import WhiteTower from '~icons/game-icons/white-tower';
import WitchFace from '~icons/game-icons/witch-face';
import Wyvern from '~icons/game-icons/wyvern';

import type { Art } from './pictures.svelte';

const art = (icon: Art['icon'], tint: string): Art => ({ icon, tint });

export const ART: Record<string, Art> = {
  athanor: art(Furnace, 'elan'),
  bone_dragon: art(DinosaurBones, 'death'),
  celestial_horse: art(Pegasus, 'calm'),
  chalice_of_fire: art(FireBowl, 'elan'),
  chalice_of_life: art(JeweledChalice, 'life'),
  corrupt_altar: art(StarAltar, 'death'),
  crypt: art(CryptEntrance, 'death'),
  cursed_skull: art(BurningSkull, 'death'),
  dancing_sword: art(SpinningSword, 'elan'),
  dragon_bridle: art(Lasso, 'gold'),
  dragon_egg: art(DinosaurEgg, 'gold'),
  dragon_teeth: art(Fangs, 'elan'),
  dwarven_pickaxe: art(Mining, 'gold'),
  earth_dragon: art(SpikedDragonHead, 'life'),
  elemental_spring: art(SplashyStream, 'calm'),
  elvish_bow: art(PocketBow, 'life'),
  fiery_whip: art(Whip, 'elan'),
  fire_dragon: art(DragonBreath, 'elan'),
  flaming_pit: art(FireZone, 'elan'),
  fountain_of_youth: art(Fountain, 'life'),
  guard_dog: art(SniffingDog, 'elan'),
  hand_of_glory: art(EvilHand, 'death'),
  hawk: art(HawkEmblem, 'calm'),
  horn_of_plenty: art(Cornucopia, 'gold'),
  hypnotic_basin: art(BowlSpiral, 'calm'),
  jeweled_statuette: art(Totem, 'gold'),
  magical_shard: art(CrystalShine, 'calm'),
  mermaid: art(Mermaid, 'calm'),
  nightingale: art(Hummingbird, 'life'),
  philosophers_stone: art(FloatingCrystal, 'gold'),
  prism: art(Prism, 'calm'),
  ring_of_midas: art(PowerRing, 'gold'),
  sacrificial_dagger: art(SacrificialDagger, 'death'),
  sea_serpent: art(SeaSerpent, 'calm'),
  treant: art(TreeFace, 'life'),
  tree_of_life: art(FruitTree, 'life'),
  vault: art(Strongbox, 'gold'),
  water_dragon: art(SeaDragon, 'calm'),
  wind_dragon: art(Wyvern, 'calm'),
  windup_man: art(VintageRobot, 'gold'),
  alchemist: art(BubblingFlask, 'gold'),
  artificer: art(Gears, 'elan'),
  druid: art(StagHead, 'life'),
  duelist: art(Duel, 'elan'),
  healer: art(Healing, 'life'),
  necromancer: art(RaiseSkeleton, 'death'),
  scholar: art(ScrollQuill, 'calm'),
  seer: art(CrystalBall, 'calm'),
  transmuter: art(DividedSpiral, 'life'),
  witch: art(WitchFace, 'death'),
  alchemy: art(GoldBar, 'gold'),
  calm_elan: art(LanternFlame, 'calm'),
  death_life: art(StumpRegrowth, 'death'),
  divination: art(Astrolabe, 'calm'),
  protection: art(MagicShield, 'life'),
  reanimate: art(RaiseZombie, 'death'),
  research: art(MagnifyingGlass, 'elan'),
  transmutation: art(Ouroboros, 'life'),
  colossus: art(Giant, 'gold'),
  golden_statue: art(StoneBust, 'gold'),
  great_pyramid: art(GreatPyramid, 'gold'),
  hanging_gardens: art(CurlingVines, 'life'),
  library: art(Bookshelf, 'elan'),
  mausoleum: art(Tombstone, 'death'),
  obelisk: art(Obelisk, 'calm'),
  oracle: art(AllSeeingEye, 'calm'),
  solomons_mine: art(GoldMine, 'gold'),
  temple: art(GreekTemple, 'life'),
  sacred_grove: art(HolyOak, 'life'),
  alchemists_tower: art(WhiteTower, 'gold'),
  catacombs_of_the_dead: art(UndergroundCave, 'death'),
  sacrificial_pit: art(SpikyPit, 'death'),
  cursed_forge: art(AnvilImpact, 'elan'),
  dwarven_mines: art(MineWagon, 'gold'),
  coral_castle: art(ElvenCastle, 'calm'),
  sunken_reef: art(Coral, 'calm'),
  dragons_lair: art(MountainCave, 'elan'),
  sorcerers_bestiary: art(GriffinSymbol, 'life'),
};
