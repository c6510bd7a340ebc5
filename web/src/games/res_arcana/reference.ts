/** What Res Arcana explains at its table. */

import Crown from '~icons/lucide/crown';
import Star from '~icons/lucide/star';

import type { Component } from '../../api/types';
import { byLanguage, inLanguages, type Translation } from '../../i18n/text';
import type { GameReference } from '../../table/manifest';
import { Glossary, glyphTerms, type Term } from '../../table/rules/glossary';
import { factsOf } from './cards/facts';
import { markOfPower, markOfTag, type Mark } from './cards/kinds';
import { ESSENCES } from './essences';
import { english as terms, type ArcanaGlossary } from './texts/glossary/english';
import { english as phases, type ArcanaPhases } from './texts/phases/english';

const has = (kind: string) => (component: Component) =>
  factsOf(component).powers.some((power) => power.kind === kind);

/** The sign of a power or tag. */
const signed = (mark: Mark | undefined): Term => (mark ? { sign: { icon: mark.icon } } : {});

const TERMS: Record<string, Term> = {
  turned: { pattern: /\bturned\b/ },
  turn: { pattern: /\b[Tt]urn\b/ },
  straighten: { pattern: /\bstraighten/ },
  component: { pattern: /\bcomponents?\b/ },
  less: { pattern: /\bfor \d+ less\b/ },
  on_this: { pattern: /\bon this\b/ },
  place: { pattern: /\bplace\b/ },
  claim: { pattern: /\bclaim\b/ },
  discards: { pattern: /\b(?:your|player's) discards\b/ },
  discard: { pattern: /\bdiscards?\b/ },
  destroy: { pattern: /\b[Dd]estroys?\b/ },
  draw: { pattern: /\bdraw\b/ },
  any_but: { pattern: /\bany but\b/ },
  rival: { pattern: /\brival\b/ },
  life_loss: { pattern: /\bLife loss\b|\bloses (?=\d Life)/ },
  ignore: { pattern: /\bignore\b/ },
  victory_check: { pattern: /\bvictory check\b|\bcheck victory\b/ },
  points: { pattern: /\bpoints?\b/, sign: { icon: Star, colour: 'var(--gold-text)' } },
  ...glyphTerms(ESSENCES),
  any: { ...glyphTerms(ESSENCES).any, pattern: /\bof any\b/ },
  react: { ...signed(markOfPower('react')), pattern: /\bReact\b/ },
  collect: { ...signed(markOfPower('collect')), pattern: /\b[Cc]ollect\b/ },
  action: { ...signed(markOfPower('action')), on: has('action') },
  ability: { ...signed(markOfPower('ability')), on: has('ability') },
  on_claim: { ...signed(markOfPower('claim')), on: has('claim') },
  creature: { ...signed(markOfTag('creature')), pattern: /\bCreatures?\b/ },
  dragon: { ...signed(markOfTag('dragon')), pattern: /\bDragons?\b/ },
  first_player: { sign: { icon: Crown, colour: 'var(--gold-text)' } },
};

const explained = inLanguages<ArcanaGlossary>(
  terms,
  import.meta.glob<Translation>('./texts/glossary/*.po', { import: 'default' }),
);

const reference: GameReference = {
  glossary: new Glossary(TERMS, explained),
  phases: inLanguages<ArcanaPhases>(
    phases,
    import.meta.glob<Translation>('./texts/phases/*.po', { import: 'default' }),
  ),
  howToPlay: byLanguage<string | undefined>(undefined, {
    de: async () => (await import('./texts/how_to_play/german')).german,
  }),
};

export default reference;
