/** What Ascended Kings explains at its table. */

import Die from '~icons/game-icons/dice-six-faces-six';
import Drop from '~icons/game-icons/drop';
import Heart from '~icons/game-icons/hearts';
import Omega from '~icons/game-icons/omega';
import Crown from '~icons/lucide/crown';
import Quill from '~icons/lucide/feather';
import Flag from '~icons/lucide/flag';
import Lock from '~icons/lucide/lock';
import Shield from '~icons/lucide/shield';
import Sum from '~icons/lucide/sigma';
import Bolt from '~icons/lucide/zap';

import { byLanguage, inLanguages, type Translation } from '../../i18n/text';
import type { GameReference } from '../../table/manifest';
import { Glossary, glyphTerms, type Term } from '../../table/rules/glossary';
import EventIcon from './cards/EventIcon.svelte';
import { instantOf, levelOf, reachOf } from './cards/faces';
import { GEMS } from './gems';
import { english as terms, type KingsGlossary } from './texts/glossary/english';
import { english as phases, type KingsPhases } from './texts/phases/english';

const RED = 'var(--bad)';
const GOLD = 'var(--gold-text)';

const events = ['flame', 'ylem', 'pyre', 'pyre_pyre', 'ylem_dire'].map((kind): [string, Term] => [
  `event_${kind}`,
  { sign: { picture: EventIcon, kind } },
]);

const TERMS: Record<string, Term> = {
  instant: { on: (card) => instantOf(card) !== undefined, sign: { icon: Bolt, colour: GOLD } },
  level: { on: (card) => levelOf(card) > 0, sign: { letters: 'I' } },
  // Of two terms that begin alike, the longer one stands first.
  adjacent: { pattern: /\badjacent\b|\bnext to you\b/ },
  surrounding: { pattern: /\bsurrounding\b|\baround you\b/ },
  row_or_column: { pattern: /\brow or column\b/ },
  line_of_sight: {
    pattern: /\bline of sight\b|\byou can see\b/,
    on: (card) => reachOf(card)?.sight === true,
  },
  free_tile: { pattern: /\bfree tiles?\b/ },
  arena: { pattern: /\barena\b/ },
  escape_cost: { pattern: /\bEscape Costs?\b/ },
  core_gem: { pattern: /\bCore gems?\b/ },
  dire_wound: { pattern: /\bDire Wounds?\b/ },
  ylem_pool: { pattern: /\bYlem Pool\b/ },
  ylem_abilities: { pattern: /\bYlem Abilities\b/ },
  prismatic: { pattern: /\bPrismatic Transmutations?\b/ },
  transmutation: { pattern: /\bTransmutations?\b/ },
  pool: { pattern: /\bpool\b/ },
  supply: { pattern: /\bsupply\b/ },
  latent: { pattern: /\bLatent State\b/ },
  active: { pattern: /\bActive State\b/ },
  focus_die: { pattern: /\bFocus Di(?:e|ce)\b/ },
  focus_ability: { pattern: /\bFocus Abilit(?:y|ies)\b/ },
  own_deck: { pattern: /\byour deck\b|\bdeck you do not draw from\b/ },
  inscribe: { pattern: /\binscribed?\b/ },
  shield: { pattern: /\bYlem Shield\b/, sign: { icon: Shield, colour: 'var(--blue-text)' } },
  ...glyphTerms(GEMS),
  king: { pattern: /\bKings?\b/ },
  revenant: { pattern: /\bRevenants?\b/ },
  fire_wall: { pattern: /\bFire Walls?\b/ },
  omega_war: { pattern: /\bOmega War\b/ },
  bloodstone: { pattern: /\bBloodstones?\b/, sign: { icon: Drop, colour: RED } },
  omega_stone: { pattern: /\bOmega Stone\b/, sign: { icon: Omega, colour: GOLD } },
  ascended_die: { pattern: /\bAscended Die\b/, sign: { icon: Die, colour: GOLD } },
  hearts: { sign: { icon: Heart, colour: RED } },
  crown: { sign: { icon: Crown } },
  koru: { sign: { icon: Flag } },
  inscription: { sign: { icon: Quill } },
  threshold: { sign: { icon: Sum } },
  deadlock: { sign: { icon: Lock } },
  ...Object.fromEntries(events),
};

const explained = inLanguages<KingsGlossary>(
  terms,
  import.meta.glob<Translation>('./texts/glossary/*.po', { import: 'default' }),
);

const reference: GameReference = {
  glossary: new Glossary(TERMS, explained),
  phases: inLanguages<KingsPhases>(
    phases,
    import.meta.glob<Translation>('./texts/phases/*.po', { import: 'default' }),
  ),
  howToPlay: byLanguage<string | undefined>(undefined, {
    de: async () => (await import('./texts/how_to_play/german')).german,
  }),
};

export default reference;
