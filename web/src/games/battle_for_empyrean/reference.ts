/** What Battle for Empyrean explains at its table. */

import Essence from '~icons/game-icons/crystal-shine';

import { byLanguage, inLanguages, type Translation } from '../../i18n/text';
import type { GameReference } from '../../table/manifest';
import { Glossary, type Term } from '../../table/rules/glossary';
import { ABILITY_SIGNS } from './art/abilities';
import { PHASE_ICONS } from './art/phases';
import { TOKEN_SIGNS } from './art/tokens';
import { cardFacts } from './cards/card';
import Token from './cards/Token.svelte';
import { english as terms, type EmpyreanGlossary } from './texts/glossary/english';
import { english as phases, type EmpyreanPhases } from './texts/phases/english';

/** Where the text names them; the other tokens are "Stop Token" and the like. */
const TOKENS: Record<string, Term> = {
  viking_raid: { pattern: /\bViking Raid Tokens?\b/ },
  first_player: { pattern: /\bFirst Player Token\b/ },
  permanent_move: {
    pattern: /\bPermanent Move Token\b/,
    on: (component) => cardFacts(component).permanentMove,
  },
};

const tokenNamed = (kind: string): Term => {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  return { pattern: new RegExp(`\\b${word} Tokens?\\b`) };
};

/** The phases that card texts name. */
const PHASES: Record<string, Term> = {
  command: { pattern: /\bCommand Phase\b/ },
  end_of_game: { pattern: /\bEnd of the Game Phase\b/ },
};

const TERMS: Record<string, Term> = {
  // Of two terms that begin alike, the longer one stands first.
  ...Object.fromEntries(
    Object.keys(TOKEN_SIGNS).map((kind) => [
      kind,
      { ...(TOKENS[kind] ?? tokenNamed(kind)), sign: { picture: Token, kind } },
    ]),
  ),
  viking_raid_keyword: { pattern: /\bViking Raids?\b/ },
  sacrifice: { pattern: /\bSacrifices?\b/ },
  round_table: { pattern: /\bRound Table\b/ },
  bloodlust: { pattern: /\bBloodlust\b/ },
  bite: { pattern: /\bBit(?:e|es|ten)\b/ },
  cost: { pattern: /\bEssence cost\b/, sign: { letters: '3' } },
  essence: { pattern: /\bEssence\b/, sign: { icon: Essence, colour: 'var(--blue-text)' } },
  maximum: { pattern: /\bMaximum Might\b/ },
  reveal_might: { pattern: /\breveal Might\b/ },
  might: { pattern: /\bMight\b/, sign: { letters: '5' } },
  open_zone: { pattern: /\bOpen Zones?\b/ },
  zone: { pattern: /\bZones?\b/ },
  here: { pattern: /\bHere\b/ },
  ally: { pattern: /\bAll(?:y|ies)\b/ },
  opponent: { pattern: /\bOpponents?\b/ },
  ...Object.fromEntries(
    Object.entries(PHASE_ICONS).map(([phase, icon]) => [
      `phase_${phase}`,
      { ...PHASES[phase], sign: { icon } },
    ]),
  ),
  deploy: { pattern: /\bDeploy(?:s|ed|ments?)?\b/ },
  reveal: { pattern: /\bReveal(?:s|ed)?\b/ },
  resolve: { pattern: /\bResolve[sd]?\b/ },
  apply: { pattern: /\bAppl(?:y|ies|ied)\b/ },
  remove: { pattern: /\bRemov(?:e|es|ed|ing)\b/ },
  add: { pattern: /\bAdds?\b|\bSubtracts?\b/ },
  draw: { pattern: /\b[Dd]raws?\b/ },
  acquire: { pattern: /\bAcquire\b/ },
  move_action: { pattern: /\bMov(?:e|es|ed|ing)\b/ },
  return_action: { pattern: /\bReturn(?:s|ed)?\b/ },
  discard: { pattern: /\bDiscard(?:s|ed)?\b/ },
  destroy: { pattern: /\bDestroy(?:s|ed)?\b/ },
  banish: { pattern: /\bBanish(?:es|ed)?\b/ },
  swap: { pattern: /\bSwap(?:s|ped)?\b/ },
  shift: { pattern: /\bShift(?:s|ed)?\b/ },
  tracker: { pattern: /\bTracker\b/ },
  ...Object.fromEntries(
    Object.entries(ABILITY_SIGNS).map(([kind, icon]) => [
      kind,
      {
        pattern: new RegExp(`\\b${kind} abilit(?:y|ies)\\b`),
        on: (component) => cardFacts(component).ability === kind,
        sign: { icon },
      } satisfies Term,
    ]),
  ),
};

const explained = inLanguages<EmpyreanGlossary>(
  terms,
  import.meta.glob<Translation>('./texts/glossary/*.po', { import: 'default' }),
);

const reference: GameReference = {
  glossary: new Glossary(TERMS, explained),
  phases: inLanguages<EmpyreanPhases>(
    phases,
    import.meta.glob<Translation>('./texts/phases/*.po', { import: 'default' }),
  ),
  howToPlay: byLanguage<string | undefined>(undefined, {
    de: async () => (await import('./texts/how_to_play/german')).german,
  }),
};

export default reference;
