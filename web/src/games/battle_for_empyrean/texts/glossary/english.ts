/** Keywords and signs, each with a plain sentence. */

import type { Explanation } from '../../../../table/rules/glossary';

export const english = {
  // numbers on a card
  essence: ['Essence', 'Pays for cards. What is left at the end of a Round is lost.'],
  cost: ['Essence cost', 'The number in the circle: what Deploying the card costs.'],
  might: ['Might', 'The strength of a card. The higher sum on a battlefield wins it.'],
  reveal_might: ['Reveal Might', 'The Might printed on a card, which it gets when it is Revealed.'],
  maximum: ['Maximum Might', 'The card’s own gains stop there; only a battlefield may go beyond.'],
  // where and which
  here: ['Here', 'On the battlefield of this card.'],
  zone: ['Zone', 'A place for one card, usually six for each player on a battlefield.'],
  open_zone: ['Open Zone', 'A Zone without a card; new cards take the lowest one.'],
  ally: ['Ally', 'Another Revealed card of yours.'],
  opponent: ['Opponent', 'Another player; an Opponent card is a Revealed card of theirs.'],
  // what is done
  deploy: [
    'Deploy',
    'Put a card face-down into the lowest Open Zone of a battlefield and pay for it.',
  ],
  reveal: ['Reveal', 'Turn a face-down card up; it gets its Might and can act from then on.'],
  resolve: ['Resolve', 'Carry out an ability to its end.'],
  apply: ['Apply', 'Put Might or a token on a card.'],
  remove: ['Remove', 'Take Might or a token off a card; Might never falls below 0.'],
  add: ['Add, Subtract', 'Change a player’s Essence by that much, for one Round.'],
  draw: ['Draw', 'Take the top card of your game deck into your hand.'],
  acquire: ['Acquire', 'Search your game deck for the card, take it into your hand, shuffle.'],
  move_action: ['Move', 'Put a Revealed card, with all it carries, into an Open Zone elsewhere.'],
  return_action: ['Return', 'Take a card back to its owner’s hand, without Might and tokens.'],
  discard: ['Discard', 'Put a card from your hand face-down into your Discard pile.'],
  destroy: ['Destroy', 'Put a Revealed card face-up into its owner’s Destroy pile.'],
  banish: ['Banish', 'Put a card face-down into the Banish pile, out of the game.'],
  swap: ['Swap', 'A card takes another’s place; it gets its Might and its ability Resolves.'],
  shift: ['Shift', 'The card goes to the next Open Zone of the same battlefield.'],
  bite: ['Bite', 'For 1 Essence a Vampire gains Might from an Ally Human Here, once a Round.'],
  tracker: ['Tracker', 'Where a player’s Essence and Viking Raid Tokens are kept.'],
  // keywords of single decks; [N] follows them on a card
  sacrifice: [
    'Sacrifice N',
    'Gains N Might for each Sacrifice: a Captive given up, or a Discard for a Deity.',
  ],
  round_table: [
    'Round Table N',
    'Fills your last Open Zone Here: each Knight of yours Here gains N Might, once.',
  ],
  bloodlust: [
    'Bloodlust N',
    'May Bite in the Command Phase for 1 Essence, and then gains N Might.',
  ],
  viking_raid_keyword: [
    'Viking Raid N',
    'Gains N Might each time a Ship takes it to a battlefield.',
  ],
  // kinds of abilities
  instant: ['Instant', 'The ability Resolves once, when the card is Revealed.'],
  conditional: ['Conditional', 'The ability Resolves each time its condition is met.'],
  passive: ['Passive', 'The ability holds all the time.'],
  // tokens
  stop: [
    'Stop Token',
    'The next instant ability Revealed on this side of the battlefield is lost.',
  ],
  stun: ['Stun Token', 'Switches a conditional ability off for as long as the card stays.'],
  shield: ['Shield Token', 'The card can’t be Destroyed; nothing else is prevented.'],
  anchor: ['Anchor Token', 'The card can neither Move nor Return.'],
  move: ['Move Token', 'The card may Move once in a Command Phase; the token is spent.'],
  permanent_move: ['Permanent Move Token', 'The card may Move once in every Command Phase.'],
  captive: ['Captive Token', 'Does nothing by itself; cards Sacrifice or count it.'],
  viking_raid: ['Viking Raid Token', 'One for each raid of a Ship; they are counted, never spent.'],
  first_player: ['First Player Token', 'Its holder acts first; it is passed on after each Round.'],
  // signs of the phases in which a card or battlefield acts
  phase_begin: ['Begin', 'When a Round begins.'],
  phase_draft: ['Draft', 'While cards are drawn and kept.'],
  phase_command: ['Command Phase', 'Before cards are Deployed: cards with this sign may act.'],
  phase_deploy: ['Deploy', 'While cards are put down.'],
  phase_reveal: ['Reveal', 'While cards are turned up.'],
  phase_end: ['End', 'At the end of a Round.'],
  phase_end_of_game: ['End of the Game', 'Once, after the last Round.'],
} satisfies Record<string, Explanation>;

export type EmpyreanGlossary = typeof english;
