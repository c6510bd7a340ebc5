import { beforeEach, expect, test } from 'vitest';

import type { FirstMatch } from '../../api/types';
import { Guide } from './guide.svelte';

const NOTES = [
  { id: 'points', on: { prompt: 'item' }, points_at: 'region:points', text: 'Your points.' },
  { id: 'item', on: { prompt: 'item' }, points_at: 'region:items', text: 'Take one.' },
  { id: 'collect', on: { prompt: 'collect' }, points_at: 'region:mine', text: 'Collect.' },
  { id: 'placed', on: { event: 'placed' }, points_at: 'region:mine', text: 'It lies here.' },
];
const TOLD = { notes: NOTES, proposals: [], proposed: 0 } as unknown as FirstMatch;

beforeEach(() => localStorage.clear());

function asks(key: string) {
  const decision = { id: `d-${key}`, kind: 'choose', prompt: { key, args: {} }, options: [] };
  const source = { log: [{ id: 1, key: 'begun', args: {} }] };
  return { source, seat: 0, view: { turn: { round: 1 } }, required: [decision] };
}

function guideOf(learner: ReturnType<typeof asks>, firstMatch: object = {}): Guide {
  const desk = learner as unknown as ConstructorParameters<typeof Guide>[1];
  return new Guide('m_1', desk, { ...TOLD, ...firstMatch });
}

const ids = (notes: { id: string }[]) => notes.map(({ id }) => id);

test('the notes of a question are read one after another', () => {
  const guide = guideOf(asks('item'));
  guide.look();
  expect([guide.note?.id, guide.more, ids(guide.readNotes)]).toEqual(['points', true, []]);
  guide.next();
  expect([guide.note?.id, guide.more, ids(guide.readNotes)]).toEqual(['item', false, ['points']]);
});

test('an answer makes room for the notes of the next question; the others can be read again', () => {
  const learner = asks('item');
  const guide = guideOf(learner);
  guide.look();
  Object.assign(learner, asks('collect'));
  guide.look();
  expect([guide.note?.id, guide.more]).toEqual(['collect', false]);
  expect(ids(guide.readNotes)).toEqual(['item', 'points']);
});

test('without newer notes, one stays for as long as what it speaks of holds', () => {
  const learner = asks('item');
  const guide = guideOf(learner);
  guide.look();
  guide.next();
  Object.assign(learner, { required: [{ ...learner.required[0], id: 'd-again' }] });
  guide.look();
  expect([guide.note?.id, guide.more]).toEqual(['item', false]);
  Object.assign(learner, asks('act'));
  guide.look();
  expect([guide.note?.id, ids(guide.readNotes)]).toEqual([undefined, ['item', 'points']]);
});

test('a note of what has happened stays', () => {
  const learner = asks('act');
  learner.source.log.push({ id: 2, key: 'placed', args: {} });
  const guide = guideOf(learner);
  guide.look();
  expect(guide.note?.id).toBe('placed');
  Object.assign(learner, asks('pass'));
  guide.look();
  expect(guide.note?.id).toBe('placed');
});

test('answers are proposed for so many decisions, and until the note that ends them', () => {
  const proposals = [{ prompt: 'act', answer: 'go' }];
  const options = [{ key: 'go', text: '' }];
  const learner = asks('act');
  const ask = (id: string, ...log: string[]) => {
    const decision = { ...asks('act').required[0], id, options, min: 1, max: 1 };
    const events = log.map((key, at) => ({
      id: learner.source.log.length + at + 1,
      key,
      args: {},
    }));
    Object.assign(learner, {
      required: [decision],
      source: { log: [...learner.source.log, ...events] },
    });
    guide.look();
    return guide.proposal?.answer;
  };
  let guide = guideOf(learner, { proposals, proposed: 2 });
  expect([ask('d1'), ask('d2'), ask('d3')]).toEqual(['go', 'go', undefined]);

  localStorage.clear();
  guide = guideOf(learner, { proposals, proposed: 9, proposed_until: 'placed' });
  expect([ask('d1'), ask('d2'), ask('d3', 'placed'), ask('d4')]).toEqual([
    'go',
    'go',
    undefined,
    undefined,
  ]);
});
