/** Keywords and signs, each with a plain sentence. */

import type { Explanation } from '../../../../table/rules/glossary';

export const english = {
  // keywords
  turn: ['Turn', 'A cost: the component is turned and rests until it is straightened.'],
  turned: ['Turned', 'Used up for now: only Reacts that do not turn it still work.'],
  straighten: ['Straighten', 'Make a turned component ready again.'],
  component: ['Component', 'An artifact, mage, magic item, monument or Place of Power.'],
  place: ['Place', 'Put an artifact into play and pay its cost.'],
  less: ['For less', 'The cost is that many essences lower; discounts add up, down to 0.'],
  claim: ['Claim', 'Take a monument or a Place of Power from the centre and pay its cost.'],
  discard: ['Discard', 'Put a card from hand face up into your discards.'],
  discards: ['Discards', 'A player’s discarded and destroyed cards; anyone may look at them.'],
  destroy: ['Destroy', 'Move an artifact from play to the discards; essences on it are lost.'],
  draw: [
    'Draw',
    'Take the top card of your deck; if it is empty, your discards are shuffled first.',
  ],
  on_this: ['Put on this', 'The essences lie on the component until you take them in Collect.'],
  any_but: ['Any but …', 'A mix of your choice without the named essences.'],
  rival: ['Rival', 'Every other player. Passed rivals lose no Life, but still gain essences.'],
  life_loss: [
    'Life loss',
    'Lose that much Life from your pool; for each Life you lack, two other essences.',
  ],
  ignore: ['Ignore', 'You lose nothing this time; it protects nobody else.'],
  victory_check: ['Victory check', 'Points are counted now; ten or more can win at once.'],
  points: ['Points', 'The number on the star. Ten points end the game.'],
  // essences
  elan: ['Elan', 'An essence: it pays costs.'],
  life: ['Life', 'An essence: it pays costs and is what attacks take from you.'],
  calm: ['Calm', 'An essence: it pays costs.'],
  death: ['Death', 'An essence: it pays costs.'],
  gold: ['Gold', 'An essence: it pays costs, monuments above all, and counts twice in a tie.'],
  any: ['Any essence', 'Pay or take whichever essences you like, Gold included.'],
  // kinds of powers and tags
  action: ['Power', 'Using it is your action. It needs a component that is not turned.'],
  react: ['React', 'May be used out of turn, when its condition occurs; it is no action.'],
  collect: ['Collect', 'Gives its essences at the start of every round.'],
  ability: ['Always', 'Holds all the time, even while the component is turned.'],
  on_claim: ['On claim', 'Happens once, when you claim the component.'],
  creature: ['Creature', 'A tag: some cards count, straighten or turn Creatures.'],
  dragon: ['Dragon', 'A tag: some cards count Dragons or make them cheaper.'],
  first_player: [
    'First Player token',
    'Worth 1 point. The first to pass takes it and begins the next round.',
  ],
} satisfies Record<string, Explanation>;

export type ArcanaGlossary = typeof english;
