/** What each phase is and what may be done in it. */

import type { Phase } from '../../../../table/manifest';
import type { ResArcanaView } from '../../view.gen';

export const english = {
  draft: {
    name: 'Draft',
    text: 'The artifacts of each deck are chosen before play begins.',
    options: [
      'Keep one artifact of your pack; the others go to a neighbour.',
      'In the open draft of match play, take artifacts that lie face up.',
    ],
  },
  setup: {
    name: 'Setup',
    text: 'Each player takes a mage and a first magic item.',
    options: [
      'Choose one of your two mages, once you have seen your hand.',
      'Choose a magic item. The First Player chooses last.',
    ],
  },
  collect: {
    name: 'Collect',
    text: 'Components pay essences. No action is possible yet.',
    options: [
      'Each Collect ability gives its essences; choose where it offers several.',
      'From each component take all essences that lie on it, or leave them there.',
    ],
  },
  actions: {
    name: 'Actions',
    text: 'One action at a time, clockwise, until all players have passed.',
    options: [
      'Place an artifact from your hand and pay its cost.',
      'Claim a monument for 4 Gold, or a Place of Power for its cost.',
      'Discard a card from your hand for 1 Gold or any two other essences.',
      'Use a power of a component that is not turned.',
      'Pass: exchange your magic item and draw a card. The first to pass also takes the First Player token.',
      'Answer Life loss with a React power, even out of turn; that is no action.',
    ],
  },
  victory: {
    name: 'Victory check',
    text: 'Points are counted. If anyone has enough to win, usually ten, the most points win.',
    options: [
      'A React to a victory check may still add points.',
      'A tie goes to the player with more essences in the pool; Gold counts twice.',
      'Otherwise all components are straightened and a new round begins.',
    ],
  },
  over: {
    name: 'The end',
    text: 'The game is over: the score sheet shows all points.',
    options: [],
  },
} satisfies Record<ResArcanaView['phase'], Phase>;
