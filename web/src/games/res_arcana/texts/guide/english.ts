/** What the game's page says of it, beside drawings of its table. */

import type { GuideTexts } from '../../../../table/manifest';

export const english = {
  rounds: '4 to 6 rounds',
  depth: 'rules for an evening, combinations for years',
  publisher: 'Sand Castle Games; designed by Thomas Lehmann',
  setup: [
    'Five Places of Power lie in the centre, each with one of its two sides up.',
    'Two monuments lie face up beside their deck.',
    'Magic items that nobody has taken lie here; everyone who passes takes another one.',
    'Your mage and your first magic item begin in play.',
    'Your pool: one essence of each kind to begin with, open to everyone.',
    'A rival’s area. Everybody has eight artifacts of their own: three in hand, five in the deck.',
  ],
  play: [
    'Your components: artifacts, monuments and Places of Power that you have placed or claimed. Turned ones rest until the next round.',
    'Essences in your pool pay for nearly everything. Some also lie on components, where they may be worth points.',
    'Your points. Once anyone has ten, the most points win when victory is checked.',
    'What rivals have in play is open; only hands and decks are hidden.',
    'Places of Power that are left: the points you can see, for whoever pays first.',
  ],
  examples: [
    'Ann turns Bone Dragon: each rival loses 2 Life, or pays 1 Death. Bob turns Guard Dog instead and loses nothing. On a later turn he pays 1 Elan to straighten the dog.',
    'Cleo turns Athanor and pays 1 Elan to put 2 Elan on it, in three rounds. With 6 Elan on it she removes them, pays 4 Calm and gains 4 Gold: enough for Great Pyramid, worth 3 points.',
    'Dan holds Sacred Grove, worth 2 points and 1 more for each Life on it. Turning it together with Hawk, a Creature, puts 1 Life there: 3 points.',
  ],
} satisfies GuideTexts;
