/** Keywords and signs, each with a plain sentence. */

import type { Explanation } from '../../../../table/rules/glossary';

export const english = {
  // numbers on a card
  essence: [
    'Essence',
    'Pays for cards. What is left at the end of a Round is lost.',
    '\\bEssence\\b',
  ],
  cost: [
    'Essence cost',
    'The number in the circle: what Deploying the card costs.',
    '\\bEssence cost\\b',
  ],
  might: [
    'Might',
    'The strength of a card. The higher sum on a battlefield wins it.',
    '\\bMight\\b',
  ],
  reveal_might: [
    'Reveal Might',
    'The Might printed on a card, which it gets when it is Revealed.',
    '\\breveal Might\\b',
  ],
  maximum: [
    'Maximum Might',
    'The card’s own gains stop there; only a battlefield may go beyond.',
    '\\bMaximum Might\\b',
  ],
  // where and which
  here: ['Here', 'On the battlefield of this card.', '\\bHere\\b'],
  zone: [
    'Zone',
    'A place for one card, usually six for each player on a battlefield.',
    '\\bZones?\\b',
  ],
  open_zone: [
    'Open Zone',
    'A Zone without a card; new cards take the lowest one.',
    '\\bOpen Zones?\\b',
  ],
  ally: ['Ally', 'Another Revealed card of yours.', '\\bAll(?:y|ies)\\b'],
  opponent: [
    'Opponent',
    'Another player; an Opponent card is a Revealed card of theirs.',
    '\\bOpponents?\\b',
  ],
  // what is done
  deploy: [
    'Deploy',
    'Put a card face-down into the lowest Open Zone of a battlefield and pay for it.',
    '\\bDeploy(?:s|ed|ments?)?\\b',
  ],
  reveal: [
    'Reveal',
    'Turn a face-down card up; it gets its Might and can act from then on.',
    '\\bReveal(?:s|ed)?\\b',
  ],
  resolve: ['Resolve', 'Carry out an ability to its end.', '\\bResolve[sd]?\\b'],
  apply: ['Apply', 'Put Might or a token on a card.', '\\bAppl(?:y|ies|ied)\\b'],
  remove: [
    'Remove',
    'Take Might or a token off a card; Might never falls below 0.',
    '\\bRemov(?:e|es|ed|ing)\\b',
  ],
  add: [
    'Add, Subtract',
    'Change a player’s Essence by that much, for one Round.',
    '\\bAdds?\\b|\\bSubtracts?\\b',
  ],
  draw: ['Draw', 'Take the top card of your game deck into your hand.', '\\b[Dd]raws?\\b'],
  acquire: [
    'Acquire',
    'Search your game deck for the card, take it into your hand, shuffle.',
    '\\bAcquire\\b',
  ],
  move_action: [
    'Move',
    'Put a Revealed card, with all it carries, into an Open Zone elsewhere.',
    '\\bMov(?:e|es|ed|ing)\\b',
  ],
  return_action: [
    'Return',
    'Take a card back to its owner’s hand, without Might and tokens.',
    '\\bReturn(?:s|ed)?\\b',
  ],
  discard: [
    'Discard',
    'Put a card from your hand face-down into your Discard pile.',
    '\\bDiscard(?:s|ed)?\\b',
  ],
  destroy: [
    'Destroy',
    'Put a Revealed card face-up into its owner’s Destroy pile.',
    '\\bDestroy(?:s|ed)?\\b',
  ],
  banish: [
    'Banish',
    'Put a card face-down into the Banish pile, out of the game.',
    '\\bBanish(?:es|ed)?\\b',
  ],
  swap: [
    'Swap',
    'A card takes another’s place; it gets its Might and its ability Resolves.',
    '\\bSwap(?:s|ped)?\\b',
  ],
  shift: [
    'Shift',
    'The card goes to the next Open Zone of the same battlefield.',
    '\\bShift(?:s|ed)?\\b',
  ],
  bite: [
    'Bite',
    'For 1 Essence a Vampire gains Might from an Ally Human Here, once a Round.',
    '\\bBit(?:e|es|ten)\\b',
  ],
  tracker: [
    'Tracker',
    'Where a player’s Essence and Viking Raid Tokens are kept.',
    '\\bTracker\\b',
  ],
  // keywords of single decks; [N] follows them on a card
  sacrifice: [
    'Sacrifice N',
    'Gains N Might for each Sacrifice: a Captive given up, or a Discard for a Deity.',
    '\\bSacrifices?\\b',
  ],
  round_table: [
    'Round Table N',
    'Fills your last Open Zone Here: each Knight of yours Here gains N Might, once.',
    '\\bRound Table\\b',
  ],
  bloodlust: [
    'Bloodlust N',
    'May Bite in the Command Phase for 1 Essence, and then gains N Might.',
    '\\bBloodlust\\b',
  ],
  viking_raid_keyword: [
    'Viking Raid N',
    'Gains N Might each time a Ship takes it to a battlefield.',
    '\\bViking Raids?\\b',
  ],
  // kinds of abilities
  instant: [
    'Instant',
    'The ability Resolves once, when the card is Revealed.',
    '\\binstant abilit(?:y|ies)\\b',
  ],
  conditional: [
    'Conditional',
    'The ability Resolves each time its condition is met.',
    '\\bconditional abilit(?:y|ies)\\b',
  ],
  passive: ['Passive', 'The ability holds all the time.', '\\bpassive abilit(?:y|ies)\\b'],
  // tokens
  stop: [
    'Stop Token',
    'The next instant ability Revealed on this side of the battlefield is lost.',
    '\\bStop Tokens?\\b',
  ],
  stun: [
    'Stun Token',
    'Switches a conditional ability off for as long as the card stays.',
    '\\bStun Tokens?\\b',
  ],
  shield: [
    'Shield Token',
    'The card can’t be Destroyed; nothing else is prevented.',
    '\\bShield Tokens?\\b',
  ],
  anchor: ['Anchor Token', 'The card can neither Move nor Return.', '\\bAnchor Tokens?\\b'],
  move: [
    'Move Token',
    'The card may Move once in a Command Phase; the token is spent.',
    '\\bMove Tokens?\\b',
  ],
  permanent_move: [
    'Permanent Move Token',
    'The card may Move once in every Command Phase.',
    '\\bPermanent Move Token\\b',
  ],
  captive: [
    'Captive Token',
    'Does nothing by itself; cards Sacrifice or count it.',
    '\\bCaptive Tokens?\\b',
  ],
  viking_raid: [
    'Viking Raid Token',
    'One for each raid of a Ship; they are counted, never spent.',
    '\\bViking Raid Tokens?\\b',
  ],
  first_player: [
    'First Player Token',
    'Its holder acts first; it is passed on after each Round.',
    '\\bFirst Player Token\\b',
  ],
  // signs of the phases in which a card or battlefield acts
  phase_begin: ['Begin', 'When a Round begins.'],
  phase_draft: ['Draft', 'While cards are drawn and kept.'],
  phase_command: [
    'Command Phase',
    'Before cards are Deployed: cards with this sign may act.',
    '\\bCommand Phase\\b',
  ],
  phase_deploy: ['Deploy', 'While cards are put down.'],
  phase_reveal: ['Reveal', 'While cards are turned up.'],
  phase_end: ['End', 'At the end of a Round.'],
  phase_end_of_game: [
    'End of the Game',
    'Once, after the last Round.',
    '\\bEnd of the Game Phase\\b',
  ],
} satisfies Record<string, Explanation>;
