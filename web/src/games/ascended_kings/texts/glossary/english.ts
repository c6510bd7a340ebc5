/** Keywords and signs, each with a plain sentence. */

import type { Explanation } from '../../../../table/rules/glossary';

export const english = {
  // where
  adjacent: ['Adjacent', 'One of the four tiles that share an edge with yours.'],
  surrounding: ['Surrounding', 'One of the eight tiles around yours, diagonals included.'],
  row_or_column: ['Row or column', 'Any tile straight up, down, left or right of yours.'],
  line_of_sight: ['Line of sight', 'No other piece stands on the straight line between you.'],
  free_tile: ['Free tile', 'A tile without a piece.'],
  arena: ['Arena', 'The tiles that no Fire Wall covers or has passed.'],
  escape_cost: [
    'Escape Cost',
    '1 Egis for each adjacent opponent that a step leaves; Revenants never pay it.',
  ],
  // gems and pools
  core_gem: ['Core gem', 'Aria, Egis or Pyre.'],
  aria: ['Aria', 'Moves your piece one tile in your Active State.'],
  egis: ['Egis', 'Blocks one Pyre of an attack, or pays the Escape Cost for one opponent.'],
  pyre: ['Pyre', 'Attacks for one wound; a Fire Wall that reaches it makes it explode.'],
  dire: ['Dire', 'A wound in your Gemstone Pool: two more than your level kill you.'],
  ylem: ['Ylem', 'Pays for levels, cards, Focus Abilities and Ylem Abilities.'],
  ylem_pool: [
    'Ylem Pool',
    'Holds up to five Ylem; the more it holds, the lower the sum for the next.',
  ],
  pool: ['Pool', 'Your Gemstone Pool: 9, 12 or 15 gems by your level, wounds included.'],
  supply: ['Supply', 'The common stock of gems; what has run out can’t be taken.'],
  dire_wound: [
    'Dire Wound',
    'You take 1 Dire. Egis blocks only an attack’s Pyre; Instant Powers can cancel.',
  ],
  // turns
  latent: ['Latent State', 'A turn to draw, roll for gems, transmute and inscribe.'],
  active: ['Active State', 'A turn to move, attack and cast as often as you can pay.'],
  focus_die: ['Focus Die', 'You roll one more than your level; dice become gems.'],
  focus_ability: [
    'Focus Ability',
    'The text of a card, cast in your Active State for its price in Ylem.',
  ],
  own_deck: ['Your deck', 'Kings draw from the Ascendant Deck, Revenants from the Revenant Deck.'],
  inscribe: ['Inscribe', 'Put a card face down on your mat; later you cast it for no Ylem.'],
  transmutation: [
    'Transmutation',
    'Three gems in its sockets: a lasting ability, and a gem each turn.',
  ],
  prismatic: [
    'Prismatic Transmutation',
    '1 Aria, 1 Egis and 1 Pyre; gives a Core gem of your choice each turn.',
  ],
  ylem_abilities: ['Ylem Abilities', 'Ylem Bridge, Heal Wound, Pyrokinesis and Ylem Shield.'],
  king: ['King', 'Every player’s first form; moves and attacks straight, draws Ascendant cards.'],
  revenant: ['Revenant', 'What a killed player returns as: moves and attacks diagonally too.'],
  fire_wall: ['Fire Wall', 'One of four walls. In it a piece is wounded, behind it a piece dies.'],
  omega_war: [
    'Omega War',
    'The last part of the game: the fire is gone, the Omega Stone lies there.',
  ],
  // signs on cards
  instant: [
    'Instant Power',
    'Discard the card at any time, on anyone’s turn, for what stands here.',
  ],
  level: ['Power level', 'How strong the ability is, from I to III, and how much Ylem it costs.'],
  // signs on the table
  hearts: ['Hearts', 'How many more wounds kill this piece.'],
  shield: [
    'Ylem Shield',
    'Cards of the player whose turn it is can’t target this piece; attacks can.',
  ],
  crown: ['Starting player', 'Takes the first turn of the round.'],
  koru: [
    'Koru',
    'What you would score now: Bloodstones 15, never killed 10, Transmutations 5, Ylem 1.',
  ],
  inscription: ['Inscription', 'A card lies inscribed on this mat.'],
  threshold: ['Threshold', 'The sum of dice from which they give Ylem.'],
  deadlock: ['Deadlock', 'This wall can’t advance: a Bloodstone or the opposite wall stops it.'],
  bloodstone: [
    'Bloodstone',
    'All four begin the Omega War; with one you may enter the Omega Stone’s tile.',
  ],
  omega_stone: ['Omega Stone', 'Whoever enters its tile with a Bloodstone ends the game.'],
  ascended_die: [
    'Ascended Die',
    'An extra die; absorbed at the start of a turn it removes all your Dire.',
  ],
  // events of the dial
  event_flame: ['Flames', 'Pieces in a Fire Wall or beside one take 1 wound.'],
  event_ylem: ['1 Ylem', 'Appears on a random tile.'],
  event_pyre: ['1 Pyre', 'Appears on a random tile.'],
  event_pyre_pyre: ['2 Pyre', 'Appear on a random tile.'],
  event_ylem_dire: ['1 Ylem and 1 Dire', 'Appear on a random tile.'],
} satisfies Record<string, Explanation>;

export type KingsGlossary = typeof english;
