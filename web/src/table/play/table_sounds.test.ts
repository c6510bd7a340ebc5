import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';

import { StillArcana } from '../../../tests/games/res_arcana/fixture';
import type { GameEvent, View } from '../../api/types';
import { Desk, deskContext } from '../desk/desk.svelte';
import { playRecording, playSound } from '../sound/sound';
import TableSounds from './TableSounds.svelte';

vi.mock('../sound/sound');

const event = (key: string): GameEvent => ({ id: 1, key, args: {}, text: '', affects: [] });

test('an event with a recording of the game is heard as that, other events by their material', () => {
  const source = new StillArcana();
  const recordings = { played: '/packages/boarded/1/sounds/played.ogg' };
  const desk = new Desk(source, () => new Map());
  render(TableSounds, { props: { isStill: true, recordings }, context: deskContext(desk) });
  flushSync();
  vi.clearAllMocks();
  const events = [event('boarded.played'), event('boarded.played'), event('boarded.drew')];
  const view = source.view as View;
  source.stand({ viewer: { seat: 0 }, view, decisions: [], waiting: [], log: [], ply: 32, events });
  flushSync();
  expect(vi.mocked(playRecording).mock.calls).toEqual([[recordings.played]]);
  expect(vi.mocked(playSound).mock.calls.map(([cue]) => cue)).toEqual(['paper']);
});
