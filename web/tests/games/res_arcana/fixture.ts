/** A four-player match in its third round, for tests and for building the board. */

import type { Decision, GameEvent, View } from '../../../src/api/types';
import type { Placed, PlayerState, ResArcanaView } from '../../../src/games/res_arcana/view';
import { stillGame, stillInfo, StillMatch } from '../../still.svelte';
import { NAMES, SEATS } from '../../seats';
import { CATALOGUE, kindOf } from './catalogue';

export const GAME = stillGame('res_arcana', 'Res Arcana', CATALOGUE);

function card(id: string, more: Partial<Placed> = {}): Placed {
  return { id, kind: kindOf(id), turned: false, essences: {}, points: 0, ...more };
}

function player(
  seat: number,
  pool: number[],
  cards: Placed[],
  more: Partial<PlayerState>,
): PlayerState {
  const [elan = 0, life = 0, calm = 0, death = 0, gold = 0] = pool;
  const score = Object.fromEntries(
    cards.filter((card) => card.points).map((card) => [card.id, card.points]),
  );
  return {
    seat,
    pool: { elan, life, calm, death, gold },
    passed: false,
    token: false,
    points: Object.values(score).reduce((sum, points) => sum + points, more.token ? 1 : 0),
    score,
    order: cards.map((card) => card.id),
    cards: Object.fromEntries(cards.map((card) => [card.id, card])),
    hand_size: 3,
    deck_size: 3,
    discard: [],
    ...more,
  };
}

const TABLE: ResArcanaView = {
  game: { number: 1, of: 1, wins: {} },
  goal: 10,
  round: 3,
  phase: 'actions',
  first: 1,
  places: {
    coral_castle: card('coral_castle', { points: 3 }),
    sacred_grove: card('sacred_grove', { points: 2 }),
    cursed_forge: card('cursed_forge', { points: 1 }),
  },
  monuments: { display: ['temple', 'oracle'], deck: 5, seen: ['obelisk'] },
  items: ['alchemy', 'divination', 'reanimate', 'research'],
  players: {
    p0: player(
      0,
      [4, 2, 0, 6, 1],
      [
        card('witch'),
        card('transmutation', { turned: true }),
        card('bone_dragon', { turned: true, points: 1 }),
        card('flaming_pit'),
        card('catacombs_of_the_dead', { essences: { death: 3 }, points: 3 }),
        card('windup_man', { essences: { gold: 3, elan: 2 } }),
        card('guard_dog'),
        card('philosophers_stone', { points: 1 }),
        card('great_pyramid', { points: 3 }),
      ],
      {
        hand: ['hawk', 'tree_of_life', 'horn_of_plenty', 'prism'],
        hand_size: 4,
        deck: ['treant', 'vault', 'athanor'],
        deck_size: 3,
        discard: ['elvish_bow', 'crypt'],
      },
    ),
    p1: player(
      1,
      [0, 5, 3, 0, 2],
      [
        card('seer', { turned: true }),
        card('protection'),
        card('sea_serpent', { points: 1 }),
        card('mermaid', { turned: true }),
        card('chalice_of_life', { essences: { calm: 4, life: 2 } }),
        card('fountain_of_youth'),
        card('library', { points: 1, turned: true }),
      ],
      { token: true, passed: true, hand_size: 5, deck_size: 0, discard: ['vault'] },
    ),
    p2: player(
      2,
      [1, 1, 12, 0, 0],
      [
        card('alchemist'),
        card('calm_elan'),
        card('dragon_bridle', { points: 1 }),
        card('water_dragon', { points: 1, turned: true }),
        card('wind_dragon', { points: 1 }),
        card('dragon_egg', { points: 1 }),
        card('dragons_lair', { points: 4, essences: { gold: 4 }, turned: true }),
        card('hypnotic_basin'),
        card('jeweled_statuette', { points: 1 }),
      ],
      { hand_size: 1, deck_size: 2 },
    ),
    p3: player(
      3,
      [2, 0, 1, 3, 4],
      [
        card('duelist', { essences: { gold: 1 } }),
        card('death_life'),
        card('cursed_skull', { turned: true, essences: { death: 2, elan: 1 } }),
        card('corrupt_altar'),
        card('hand_of_glory', { turned: true }),
        card('golden_statue', { points: 1 }),
      ],
      { hand_size: 2, deck_size: 4, discard: ['ring_of_midas', 'magical_shard', 'dragon_teeth'] },
    ),
  },
};

export function viewFor(seat: number | undefined, table: ResArcanaView = TABLE): View {
  const copy = structuredClone(table);
  for (const player of Object.values(copy.players)) {
    if (player.seat === seat) continue;
    delete player.hand;
    delete player.deck;
  }
  return {
    match: 'm_fixture',
    game: 'res_arcana',
    rules: 1,
    status: 'playing',
    players: NAMES.map((name, index) => ({
      seat: index,
      name,
      kind: index === 2 ? 'bot' : 'human',
    })),
    table: copy as unknown as View['table'],
    turn: { round: 3, phase: 'actions', seats: [0] },
  };
}

export const ACTION: Decision = {
  id: '31.0',
  seat: 0,
  kind: 'choose',
  prompt: { key: 'res_arcana.action', args: {}, text: 'Do one action' },
  options: [
    { key: 'place:prism', text: 'Place Prism for nothing', targets: ['card:prism'] },
    { key: 'place:hawk', text: 'Place Hawk for 1 Life, 1 Calm', targets: ['card:hawk'] },
    {
      key: 'discard:hawk',
      text: 'Discard Hawk for essences',
      targets: ['card:hawk'],
      kind: 'discard',
    },
    {
      key: 'discard:prism',
      text: 'Discard Prism for essences',
      targets: ['card:prism'],
      kind: 'discard',
    },
    {
      key: 'use:flaming_pit:p1',
      text: 'Flaming Pit: pay 1 Life, gain 1 Elan and 1 Death',
      targets: ['card:flaming_pit'],
    },
    {
      key: 'use:catacombs_of_the_dead:p1',
      text: 'Catacombs of the Dead: pay 5 Death, put 1 Death on it',
      targets: ['card:catacombs_of_the_dead'],
    },
    {
      key: 'discard:tree_of_life',
      text: 'Discard Tree of Life for essences',
      targets: ['card:tree_of_life'],
      kind: 'discard',
    },
    { key: 'pass', text: 'Pass for this round', kind: 'pass' },
  ],
  min: 1,
  max: 1,
  optional: false,
  undo: true,
  blocked: [
    {
      key: 'claim:coral_castle',
      why: 'Coral Castle costs 5 Elan, 5 Life, 5 Calm',
      message: 'res_arcana.placement',
      kind: 'dear',
    },
    {
      key: 'place:horn_of_plenty',
      why: 'Horn of Plenty costs 2 Gold',
      message: 'res_arcana.placement',
      kind: 'dear',
    },
    {
      key: 'claim:top',
      why: 'The top card of the monument deck costs 4 Gold',
      message: 'res_arcana.placement',
      kind: 'dear',
    },
    {
      key: 'use:bone_dragon:p1',
      why: 'Bone Dragon is turned',
      message: 'res_arcana.turned',
      kind: 'used',
    },
    {
      key: 'use:bone_dragon:p2',
      why: 'Bone Dragon is turned',
      message: 'res_arcana.turned',
      kind: 'used',
    },
    {
      key: 'use:guard_dog:p1',
      why: 'Guard Dog works only while it is turned',
      message: 'res_arcana.straight',
    },
  ],
};

export const PAYMENT: Decision = {
  id: '31.1',
  seat: 0,
  kind: 'mix',
  prompt: { key: 'res_arcana.pay', args: {}, text: 'Pay any 2 essences for Tree of Life' },
  limits: { elan: 4, life: 1, death: 6, gold: 1 },
  min: 2,
  max: 2,
  optional: false,
  undo: true,
};

const LOG: GameEvent[] = [
  { id: 1, key: 'res_arcana.round', args: { round: 3 }, text: 'Round 3 begins', affects: [] },
  {
    id: 2,
    key: 'res_arcana.collected',
    args: { seat: 0 },
    text: 'Ada collects 1 Life, 2 Elan',
    affects: [0],
  },
  {
    id: 3,
    key: 'res_arcana.placed',
    args: { seat: 0, card: 'philosophers_stone' },
    text: "Ada places Philosopher's Stone",
    affects: [0],
  },
  {
    id: 4,
    key: 'res_arcana.claimed',
    args: { seat: 2, card: 'dragons_lair' },
    text: "Vex claims Dragon's Lair",
    affects: [2],
  },
  {
    id: 5,
    key: 'res_arcana.used',
    args: { seat: 2, card: 'water_dragon' },
    text: 'Vex uses Water Dragon',
    affects: [2],
  },
  { id: 6, key: 'res_arcana.lost', args: { seat: 3 }, text: 'Cleo loses 2 Life', affects: [3] },
  {
    id: 7,
    key: 'res_arcana.passed',
    args: { seat: 1 },
    text: 'Bartholomew of Ghent passes and takes the first player token',
    affects: [1],
  },
];

export { default as BOARD } from '../../../src/games/res_arcana';

export const INFO = stillInfo('res_arcana', 'Res Arcana', { seats: SEATS });

export class StillArcana extends StillMatch {
  constructor(seat: number | 'nobody' = 0, decisions: Decision[] = [ACTION]) {
    const watches = seat === 'nobody';
    super(INFO, {
      viewer: watches ? { public: true } : { seat },
      view: viewFor(watches ? undefined : seat),
      decisions: watches ? [] : decisions,
      waiting: [{ seat: 0 }],
      log: LOG,
    });
    this.batch = { ply: 31, before: undefined, events: [] };
    this.chat = [
      { from: 'Cleo', account: 'a_cleo', text: 'Good luck!', at: '2026-11-21T20:01:00Z' },
    ];
    this.presence = { seats: { '0': 'here', '1': 'away', '3': 'here' }, spectators: 2 };
    this.undoable = { decision: '29.0', free: true };
  }
}
