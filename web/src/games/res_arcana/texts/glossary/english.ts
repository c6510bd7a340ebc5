/** Keywords and signs, each with a plain sentence. */

import type { Explanation } from '../../../../table/rules/glossary';

export const english = {
  // keywords
  turn: [
    'Turn',
    'A cost: the component is turned and rests until it is straightened.',
    '\\b[Tt]urn\\b',
  ],
  turned: [
    'Turned',
    'Used up for now: only Reacts that do not turn it still work.',
    '\\bturned\\b',
  ],
  straighten: ['Straighten', 'Make a turned component ready again.', '\\bstraighten'],
  component: [
    'Component',
    'An artifact, mage, magic item, monument or Place of Power.',
    '\\bcomponents?\\b',
  ],
  place: ['Place', 'Put an artifact into play and pay its cost.', '\\bplace\\b'],
  less: [
    'For less',
    'The cost is that many essences lower; discounts add up, down to 0.',
    '\\bfor \\d+ less\\b',
  ],
  claim: [
    'Claim',
    'Take a monument or a Place of Power from the centre and pay its cost.',
    '\\bclaim\\b',
  ],
  discard: ['Discard', 'Put a card from hand face up into your discards.', '\\bdiscards?\\b'],
  discards: [
    'Discards',
    'A player’s discarded and destroyed cards; anyone may look at them.',
    "\\b(?:your|player's) discards\\b",
  ],
  destroy: [
    'Destroy',
    'Move an artifact from play to the discards; essences on it are lost.',
    '\\b[Dd]estroys?\\b',
  ],
  draw: [
    'Draw',
    'Take the top card of your deck; if it is empty, your discards are shuffled first.',
    '\\bdraw\\b',
  ],
  on_this: [
    'Put on this',
    'The essences lie on the component until you take them in Collect.',
    '\\bon this\\b',
  ],
  any_but: [
    'Any but …',
    'A mix of your choice without the named essences.',
    '\\bany but [A-Z]\\w+(?: and [A-Z]\\w+)?',
  ],
  rival: [
    'Rival',
    'Every other player. Passed rivals lose no Life, but still gain essences.',
    '\\brival\\b',
  ],
  life_loss: [
    'Life loss',
    'Lose that much Life from your pool; for each Life you lack, two other essences.',
    '\\bLife loss\\b|\\bloses (?=\\d Life)',
  ],
  ignore: ['Ignore', 'You lose nothing this time; it protects nobody else.', '\\bignore\\b'],
  victory_check: [
    'Victory check',
    'Points are counted now; enough of them, usually ten, can win at once.',
    '\\bvictory check\\b|\\bcheck victory\\b',
  ],
  points: [
    'Points',
    'The number on the star. Enough points, usually ten, end the game.',
    '\\bpoints?\\b',
  ],
  // essences
  elan: ['Elan', 'An essence: it pays costs.', '\\bElan\\b'],
  life: ['Life', 'An essence: it pays costs and is what attacks take from you.', '\\bLife\\b'],
  calm: ['Calm', 'An essence: it pays costs.', '\\bCalm\\b'],
  death: ['Death', 'An essence: it pays costs.', '\\bDeath\\b'],
  gold: [
    'Gold',
    'An essence: it pays costs, monuments above all, and counts twice in a tie.',
    '\\bGold\\b',
  ],
  any: [
    'Any essence',
    'Pay or take whichever essences you like, Gold included.',
    '\\bof any\\b(?! but)',
  ],
  // kinds of powers and tags
  action: ['Power', 'Using it is your action. It needs a component that is not turned.'],
  react: [
    'React',
    'May be used out of turn, when its condition occurs; it is no action.',
    '\\bReact\\b',
  ],
  collect: ['Collect', 'Gives its essences at the start of every round.', '\\b[Cc]ollect\\b'],
  ability: ['Always', 'Holds all the time, even while the component is turned.'],
  on_claim: ['On claim', 'Happens once, when you claim the component.'],
  creature: [
    'Creature',
    'A tag: some cards count, straighten or turn Creatures.',
    '\\bCreatures?\\b',
  ],
  dragon: ['Dragon', 'A tag: some cards count Dragons or make them cheaper.', '\\bDragons?\\b'],
  first_player: [
    'First Player token',
    'Worth 1 point. The first to pass takes it and begins the next round.',
  ],
} satisfies Record<string, Explanation>;
