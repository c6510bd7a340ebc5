/** What Battle for Empyrean explains at its table. */

import Essence from '~icons/game-icons/crystal-shine';

import { inLanguages, type Translation } from '../../i18n/text';
import type { GameReference } from '../../table/manifest';
import { Glossary, type Term } from '../../table/rules/glossary';
import { ABILITY_SIGNS } from './art/abilities';
import { PHASE_ICONS } from './art/phases';
import { TOKEN_SIGNS } from './art/tokens';
import { cardFacts } from './cards/card';
import EmpyreanToken from './cards/EmpyreanToken.svelte';
import { english as terms } from './texts/glossary/english';
import { english as phases } from './texts/phases/english';

/** A term for each of these kinds. */
function termsFor<T>(
  kinds: Record<string, T>,
  term: (kind: string, sign: T) => Term,
  prefix = '',
): Record<string, Term> {
  const terms = Object.entries(kinds).map(([kind, sign]) => [prefix + kind, term(kind, sign)]);
  return Object.fromEntries(terms) as Record<string, Term>;
}

const TOKENS = termsFor(TOKEN_SIGNS, (kind) => ({ sign: { picture: EmpyreanToken, kind } }));

const TERMS: Record<string, Term> = {
  ...TOKENS,
  permanent_move: {
    ...TOKENS.permanent_move,
    on: (component) => cardFacts(component).permanentMove,
  },
  cost: { sign: { letters: '3' } },
  essence: { sign: { icon: Essence, colour: 'var(--blue-text)' } },
  might: { sign: { letters: '5' } },
  ...termsFor(PHASE_ICONS, (_, icon) => ({ sign: { icon } }), 'phase_'),
  ...termsFor(ABILITY_SIGNS, (kind, icon) => ({
    on: (component) => cardFacts(component).ability === kind,
    sign: { icon },
  })),
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
