/** Keywords and signs, each with a plain sentence. */

import type { Explanation } from '../../../../table/rules/glossary';

export const english = {
  // where
  adjacent: [
    'Adjacent',
    'One of the four tiles that share an edge with yours.',
    '\\badjacent\\b|\\bnext to you\\b',
  ],
  surrounding: [
    'Surrounding',
    'One of the eight tiles around yours, diagonals included.',
    '\\bsurrounding\\b|\\baround you\\b',
  ],
  row_or_column: [
    'Row or column',
    'Any tile straight up, down, left or right of yours.',
    '\\brow or column\\b',
  ],
  line_of_sight: [
    'Line of sight',
    'No other piece stands on the straight line between you.',
    '\\bline of sight\\b|\\byou can see\\b',
  ],
  free_tile: ['Free tile', 'A tile without a piece.', '\\bfree tiles?\\b'],
  arena: ['Arena', 'The tiles that no Fire Wall covers or has passed.', '\\barena\\b'],
  escape_cost: [
    'Escape Cost',
    '1 Egis for each adjacent opponent that a step leaves; Revenants never pay it.',
    '\\bEscape Costs?\\b',
  ],
  // gems and pools
  core_gem: ['Core gem', 'Aria, Egis or Pyre.', '\\bCore gems?\\b'],
  aria: ['Aria', 'Moves your piece one tile in your Active State.', '\\bAria\\b'],
  egis: [
    'Egis',
    'Blocks one Pyre of an attack, or pays the Escape Cost for one opponent.',
    '\\bEgis\\b',
  ],
  pyre: [
    'Pyre',
    'Attacks for one wound; a Fire Wall that reaches it makes it explode.',
    '\\bPyre\\b',
  ],
  dire: ['Dire', 'A wound in your Gemstone Pool: two more than your level kill you.', '\\bDire\\b'],
  ylem: ['Ylem', 'Pays for levels, cards, Focus Abilities and Ylem Abilities.', '\\bYlem\\b'],
  ylem_pool: [
    'Ylem Pool',
    'Holds up to five Ylem; the more it holds, the lower the sum for the next.',
    '\\bYlem Pool\\b',
  ],
  pool: [
    'Pool',
    'Your Gemstone Pool: 9, 12 or 15 gems by your level, wounds included.',
    '\\bpool\\b',
  ],
  supply: ['Supply', 'The common stock of gems; what has run out can’t be taken.', '\\bsupply\\b'],
  dire_wound: [
    'Dire Wound',
    'You take 1 Dire. Egis blocks only an attack’s Pyre; Instant Powers can cancel.',
    '\\bDire Wounds?\\b',
  ],
  // turns
  latent: [
    'Latent State',
    'A turn to draw, roll for gems, transmute and inscribe.',
    '\\bLatent State\\b',
  ],
  active: [
    'Active State',
    'A turn to move, attack and cast as often as you can pay.',
    '\\bActive State\\b',
  ],
  focus_die: [
    'Focus Die',
    'You roll one more than your level; dice become gems.',
    '\\bFocus Di(?:e|ce)\\b',
  ],
  focus_ability: [
    'Focus Ability',
    'The text of a card, cast in your Active State for its price in Ylem.',
    '\\bFocus Abilit(?:y|ies)\\b',
  ],
  own_deck: [
    'Your deck',
    'Kings draw from the Ascendant Deck, Revenants from the Revenant Deck.',
    '\\byour deck\\b|\\bdeck you do not draw from\\b',
  ],
  inscribe: [
    'Inscribe',
    'Put a card face down on your mat; later you cast it for no Ylem.',
    '\\binscribed?\\b',
  ],
  transmutation: [
    'Transmutation',
    'Three gems in its sockets: a lasting ability, and a gem each turn.',
    '\\bTransmutations?\\b',
  ],
  prismatic: [
    'Prismatic Transmutation',
    '1 Aria, 1 Egis and 1 Pyre; gives a Core gem of your choice each turn.',
    '\\bPrismatic Transmutations?\\b',
  ],
  ylem_abilities: [
    'Ylem Abilities',
    'Ylem Bridge, Heal Wound, Pyrokinesis and Ylem Shield.',
    '\\bYlem Abilities\\b',
  ],
  king: [
    'King',
    'Every player’s first form; moves and attacks straight, draws Ascendant cards.',
    '\\bKings?\\b',
  ],
  revenant: [
    'Revenant',
    'What a killed player returns as: moves and attacks diagonally too.',
    '\\bRevenants?\\b',
  ],
  fire_wall: [
    'Fire Wall',
    'One of four walls. In it a piece is wounded, behind it a piece dies.',
    '\\bFire Walls?\\b',
  ],
  omega_war: [
    'Omega War',
    'The last part of the game: the fire is gone, the Omega Stone lies there.',
    '\\bOmega War\\b',
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
    '\\bYlem Shield\\b',
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
    '\\bBloodstones?\\b',
  ],
  omega_stone: [
    'Omega Stone',
    'Whoever enters its tile with a Bloodstone ends the game.',
    '\\bOmega Stone\\b',
  ],
  ascended_die: [
    'Ascended Die',
    'An extra die; absorbed at the start of a turn it removes all your Dire.',
    '\\bAscended Die\\b',
  ],
  // events of the dial
  event_flame: ['Flames', 'Pieces in a Fire Wall or beside one take 1 wound.'],
  event_ylem: ['1 Ylem', 'Appears on a random tile.'],
  event_pyre: ['1 Pyre', 'Appears on a random tile.'],
  event_pyre_pyre: ['2 Pyre', 'Appear on a random tile.'],
  event_ylem_dire: ['1 Ylem and 1 Dire', 'Appear on a random tile.'],
} satisfies Record<string, Explanation>;
