/** What Res Arcana explains at its table. */

import FirstPlayer from '~icons/game-icons/trumpet-flag';
import Destroy from '~icons/lucide/flame';
import Discard from '~icons/lucide/archive';
import Draw from '~icons/lucide/layers';
import Ignore from '~icons/lucide/shield-check';
import Less from '~icons/lucide/minus';
import Place from '~icons/lucide/arrow-down-to-line';
import Star from '~icons/lucide/star';
import Straighten from '~icons/lucide/rotate-ccw';
import Turn from '~icons/lucide/rotate-cw';

import type { Component } from '../../api/types';
import { inLanguages, type Translation } from '../../i18n/text';
import Glyph from '../../table/glyphs/Glyph.svelte';
import type { GameReference } from '../../table/manifest';
import { Glossary, glyphTerms, type Term } from '../../table/rules/glossary';
import { factsOf } from './cards/facts';
import { markOfPower, markOfTag, type Mark } from './cards/kinds';
import { ESSENCES } from './essences';
import { english as terms } from './texts/glossary/english';
import { english as phases } from './texts/phases/english';

const hasPower = (kind: string) => (component: Component) =>
  factsOf(component).powers.some((power) => power.kind === kind);

/** The sign of a power or tag. */
const withSign = (mark: Mark | undefined): Term => (mark ? { sign: { icon: mark.icon } } : {});

const TERMS: Record<string, Term> = {
  turn: { sign: { icon: Turn } },
  straighten: { sign: { icon: Straighten } },
  place: { sign: { icon: Place } },
  discard: { sign: { icon: Discard } },
  destroy: { sign: { icon: Destroy } },
  draw: { sign: { icon: Draw } },
  less: { sign: { icon: Less } },
  ignore: { sign: { icon: Ignore } },
  points: { sign: { icon: Star, colour: 'var(--gold-text)' } },
  ...glyphTerms(ESSENCES),
  any_but: { sign: { picture: Glyph, kind: 'any' } },
  react: withSign(markOfPower('react')),
  collect: withSign(markOfPower('collect')),
  action: { ...withSign(markOfPower('action')), on: hasPower('action') },
  ability: { ...withSign(markOfPower('ability')), on: hasPower('ability') },
  on_claim: { ...withSign(markOfPower('claim')), on: hasPower('claim') },
  creature: withSign(markOfTag('creature')),
  dragon: withSign(markOfTag('dragon')),
  first_player: { sign: { icon: FirstPlayer, colour: 'var(--gold-text)' } },
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
