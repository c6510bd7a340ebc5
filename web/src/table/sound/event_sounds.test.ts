import { expect, test } from 'vitest';

import type { GameEvent } from '../../api/types';
import { cuesOf } from './event_sounds';

const events = (...keys: string[]) => keys.map((key) => ({ key }) as GameEvent);

test('an event sounds like what it does, the same sound once in a row', () => {
  expect(
    cuesOf(events('tiny.turn', 'res_arcana.paid', 'res_arcana.gained', 'res_arcana.placed')),
  ).toEqual(['glass', 'paper']);
  expect(cuesOf(events('ascended_kings.moved', 'ascended_kings.wounded'))).toEqual([
    'stone',
    'blow',
  ]);
});

test('sounds of the game come before the usual ones', () => {
  expect(cuesOf(events('x.moved'), [[/^moved$/, 'paper']])).toEqual(['paper']);
});

test('of many events the last ones are heard', () => {
  const many = events('x.placed', 'x.paid', 'x.moved', 'x.wounded', 'x.died', 'x.claimed');
  expect(cuesOf(many)).toEqual(['stone', 'blow', 'death', 'metal']);
});
