/** What the game's page says of it, beside drawings of its table. */

import type { GuideTexts } from '../../../../table/manifest';

export const english = {
  rounds: '10 Rounds, 9 with three players',
  depth: 'one short Round ten times, with cards that interlock',
  publisher: 'McAdventures',
  setup: [
    'Three battlefields, drawn at random, four with three players. Each has two effects.',
    'The Round Track: the number of the Round decides how much Essence you get.',
    'Your rival’s side. Everybody has chosen a deck of 24 cards in secret.',
    'Your side: the name, the First Player Token if you hold it, your piles.',
    'Your Essence in this Round, and beside it what the next Round brings.',
  ],
  play: [
    'A battlefield: a row of Zones on each side, filled from Zone 1 up, the Might of both players, and the effects.',
    'How many battlefields you lead, and your Might on all of them.',
    'Essence pays for the cards that you Deploy; what is left over is lost.',
    'Your hand, your deck and your piles.',
    'After the last Round whoever leads on two battlefields wins.',
  ],
  examples: [
    'Ann has Soul of the Powerful and Zombie Horde on one battlefield and Reveals Eater of Souls there. It Destroys both, one at a time, and gains 2 Might for each. Soul of the Powerful gives 1 Might to each Ally card Here as it goes; the Horde does not go at all: it Shifts to the next Open Zone and gains 1 Might.',
    'Bob Reveals Ninja and Discards a card to Destroy an Opponent card Here. Sohei gains 1 Might for the Discard, wherever it lies.',
    'On Summit of Ten the first player with 10 Might gets 3 more. Until then each card with a cost of 3 or less that is Revealed there gains 1 Might: Ninja with its cost of 3 does, Oni with 4 does not.',
  ],
} satisfies GuideTexts;
