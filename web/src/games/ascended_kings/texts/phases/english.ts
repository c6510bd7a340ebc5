/** What each phase is and what may be done in it. */

import type { Phase } from '../../../../table/manifest';
import type { KingsView } from '../../view.gen';

const fire = {
  name: 'Fire Wall Progression',
  text: 'One wall, chosen by the die, advances by a line. Pieces in a wall take 1 wound, pieces behind one die.',
  options: ['Cancel a wound with an Instant Power.'],
};

export const english = {
  kings: {
    name: 'Choosing Kings',
    text: 'Players choose their Kings, the first player last.',
    options: ['Choose a King: its focus decides which cards you can inscribe.'],
  },
  deal: { name: 'Dealing', text: 'Everyone is dealt 3 cards.', options: [] },
  gems: {
    name: 'First gems',
    text: 'Everyone begins with three gems.',
    options: ['Take 3 Core gems: Aria, Egis and Pyre as you like.'],
  },
  turn: {
    name: 'Generate Focus',
    text: 'A turn begins: each completed Transmutation gives a gem.',
    options: [
      'A Prismatic Transmutation gives a Core gem of your choice.',
      'The holder of the Ascended Die may absorb it and lose all Dire.',
      'Opponents with an Ylem Transmutation may raise an Ylem Shield.',
    ],
  },
  state: {
    name: 'Choosing a state',
    text: 'The state decides what this turn is for.',
    options: [
      'Latent: draw a card, roll for gems, fill Transmutations, inscribe.',
      'Active: level up, draw, move, attack and cast as often as you can pay.',
    ],
  },
  roll: {
    name: 'Latent State: rolling',
    text: 'You roll one Focus Die more than your level.',
    options: ['Use Instant Powers first; those with dice are rolled along.', 'Roll the dice.'],
  },
  allocate: {
    name: 'Latent State: dice',
    text: 'Dice become gems: 1 or 2 Aria, 3 Egis, 4 or 5 Pyre, 6 any of them.',
    options: [
      'Use each die alone, or add several; a sum that reaches the number beside your Ylem Pool gives Ylem.',
      'Dice that all agree give 1 Ylem besides.',
    ],
  },
  latent: {
    name: 'Latent State: transmuting',
    text: 'You prepare for later turns.',
    options: [
      'Complete a Transmutation with three gems, or take its gems back.',
      'Inscribe a card face down, to cast it later for nothing.',
      'End your turn.',
    ],
  },
  action: {
    name: 'Active State',
    text: 'As many actions as you can pay for, in any order.',
    options: [
      'Move: 1 Aria a step; leaving an adjacent opponent costs 1 Egis more.',
      'Attack: any number of Pyre; the target blocks with Egis, one for one.',
      'Cast a card for its price in Ylem, or the inscribed one for nothing.',
      'Level up for 2 Ylem, then 3. Draw a card for 1 Ylem.',
      'Use Ylem Abilities if your Ylem Transmutation is completed.',
      'As the target: use Instant Powers before the wounds come.',
    ],
  },
  discard: {
    name: 'Discarding',
    text: 'The turn ends; nobody keeps more than five cards.',
    options: ['Discard down to five cards, for their Instant Powers if you like.'],
  },
  returns: {
    name: 'Returning',
    text: 'Killed players return as Revenants, near a random tile, with 3 new cards.',
    options: ['Choose your tile there, and take 3 Core gems.'],
  },
  dial: {
    name: 'End of round',
    text: 'The round dial turns; at its end the Omega War begins.',
    options: [],
  },
  fire,
  burn: fire,
  event: {
    name: 'Immolation Event',
    text: 'The event dial shows flames, or gems that appear on a random tile.',
    options: ['Cancel a wound with an Instant Power.'],
  },
  over: {
    name: 'The end',
    text: 'Four Bloodstones on the Omega Stone win at once; otherwise the most Koru win.',
    options: [],
  },
} satisfies Record<KingsView['phase'], Phase>;
