/** What each phase is and what may be done in it. */

import type { Phase } from '../../../../table/manifest';
import type { EmpyreanView } from '../../view.gen';

export const english = {
  battlefields: {
    name: 'Battlefields',
    text: 'The battlefields of this game lie on the table; all players may agree on others.',
    options: ['Keep them, or vote for new ones. They change only if everyone wants that.'],
  },
  decks: {
    name: 'Game decks',
    text: 'Each player takes a deck of 24 cards, in secret; all are revealed at once.',
    options: ['Choose a game deck, or build one where the match allows it.'],
  },
  begin: {
    name: 'Begin Phase',
    text: 'A new Round: one Essence more than its number, plus what was Added, minus what was Subtracted.',
    options: [],
  },
  draft: {
    name: 'Draft Phase',
    text: 'Everyone draws two cards at the same time.',
    options: ['Keep one of your two cards; the other goes below your game deck.'],
  },
  command: {
    name: 'Command Phase',
    text: 'Your cards on the battlefields may act, the first player’s cards first.',
    options: [
      'Use the command abilities of your Revealed cards, such as a Bite or a raid.',
      'Move a card that carries a Move Token.',
      'Use what a battlefield offers in this phase.',
      'End the phase when you want nothing more.',
    ],
  },
  deploy: {
    name: 'Deploy Phase',
    text: 'Cards go face-down to the battlefields. The first player Deploys everything first.',
    options: [
      'Put a card from your hand into the lowest Open Zone of a battlefield and pay its Essence cost.',
      'Deploy as many cards as you can pay for; their order is the order of the Reveal.',
      'Stop when you like. Essence that is left over is lost.',
    ],
  },
  reveal: {
    name: 'Reveal Phase',
    text: 'Face-down cards are turned up one by one, in the order in which they were Deployed.',
    options: [
      'Each card first gets its Might, then its ability Resolves.',
      'Then your other cards react, and the battlefield comes last.',
      'You are asked wherever an ability leaves you a choice.',
    ],
  },
  end: {
    name: 'End Phase',
    text: 'Battlefields Resolve what they do at the end of a Round; then the First Player Token is passed.',
    options: ['Choose where a battlefield leaves you a choice.'],
  },
  end_of_game: {
    name: 'End of the Game',
    text: 'After the last Round, cards and then battlefields Resolve their final effects.',
    options: ['Choose where a final effect leaves you a choice.'],
  },
  over: {
    name: 'The game is over',
    text: 'Whoever leads on two battlefields wins; otherwise the highest total Might decides.',
    options: [],
  },
} satisfies Record<EmpyreanView['phase'], Phase>;
