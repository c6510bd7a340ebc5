/** What the game's page says of it, beside drawings of its table. */

import type { GuideTexts } from '../../../../table/manifest';

export const english = {
  rounds: '20, 15 or 10 rounds with 2, 3 or 4 players, then the Omega War',
  depth: 'few rules a turn, many ways to die',
  publisher: 'Incarnate Games; designed by Jason Allen',
  setup: [
    'The board has a hundred tiles. Each King begins near a corner.',
    'The dial counts down the rounds to the Omega War; the other one says what happens after the fire.',
    'Your mat: your King, your level and what you own.',
    'The Gemstone Pool: you begin with three Core gems.',
    'The Ylem Pool, apart from the others, has five places.',
    'Sockets for Transmutations: three gems complete one, and it gives a gem each turn.',
  ],
  play: [
    'Four walls of fire close in. A piece in a wall takes a wound after each round, a piece behind one dies.',
    'Hearts: the wounds that are left until death.',
    'Koru: what you would score if the match ended now.',
    'A rival’s mat. Gems, levels and Bloodstones are open, cards are not.',
    'Rounds left, and the throw of the Immolation Die.',
  ],
  examples: [
    'Vara has 3 Pyre and stands beside Apsu, who has 1 Egis. She attacks with all 3: the Egis blocks one, two wounds are left. Apsu is at level 1 and had one wound already: the third one kills, and Vara gains 1 Ylem.',
    'In his Latent State Zhoth puts three Pyre into their sockets: the Pyre Transmutation is complete. From now on he may attack all surrounding tiles, and each of his turns begins with 1 Pyre.',
    'Eloden casts Conjunction: an opponent in his row is dragged up to two tiles, next to him, and can be attacked. Albedo then walks him two tiles on, without an Escape Cost.',
  ],
} satisfies GuideTexts;
