/** What Ascended Kings explains at its table. */

import Die from '~icons/game-icons/dice-six-faces-six';
import Drop from '~icons/game-icons/drop';
import Heart from '~icons/game-icons/hearts';
import Omega from '~icons/game-icons/omega';
import FirstPlayer from '~icons/game-icons/trumpet-flag';
import Quill from '~icons/lucide/feather';
import Lock from '~icons/lucide/lock';
import Shield from '~icons/lucide/shield';
import Sum from '~icons/lucide/sigma';
import Bolt from '~icons/lucide/zap';

import { inLanguages, type Translation } from '../../i18n/text';
import type { GameReference } from '../../table/manifest';
import { Glossary, glyphTerms, type Term } from '../../table/rules/glossary';
import KoruSign from './art/KoruSign.svelte';
import EventIcon from './cards/EventIcon.svelte';
import { instantOf, levelOf, reachOf } from './cards/faces';
import { GEMS } from './gems';
import { english as terms } from './texts/glossary/english';
import { english as phases } from './texts/phases/english';

const RED = 'var(--bad)';
const GOLD = 'var(--gold-text)';

const events = ['flame', 'ylem', 'pyre', 'pyre_pyre', 'ylem_dire'].map((kind): [string, Term] => [
  `event_${kind}`,
  { sign: { picture: EventIcon, kind } },
]);

const TERMS: Record<string, Term> = {
  instant: { on: (card) => instantOf(card) !== undefined, sign: { icon: Bolt, colour: GOLD } },
  level: { on: (card) => levelOf(card) > 0, sign: { letters: 'I' } },
  line_of_sight: { on: (card) => reachOf(card)?.sight === true },
  shield: { sign: { icon: Shield, colour: 'var(--blue-text)' } },
  ...glyphTerms(GEMS),
  bloodstone: { sign: { icon: Drop, colour: RED } },
  omega_stone: { sign: { icon: Omega, colour: GOLD } },
  ascended_die: { sign: { icon: Die, colour: GOLD } },
  hearts: { sign: { icon: Heart, colour: RED } },
  crown: { sign: { icon: FirstPlayer } },
  koru: { sign: { icon: KoruSign, colour: GOLD } },
  inscription: { sign: { icon: Quill } },
  threshold: { sign: { icon: Sum } },
  deadlock: { sign: { icon: Lock } },
  ...Object.fromEntries(events),
};

const explained = inLanguages(
  terms,
  import.meta.glob<Translation>('./texts/glossary/*.po', { import: 'default' }),
);

const reference: GameReference = {
  glossary: new Glossary(TERMS, explained),
  phases: inLanguages(
    phases,
    import.meta.glob<Translation>('./texts/phases/*.po', { import: 'default' }),
  ),
};

export default reference;
