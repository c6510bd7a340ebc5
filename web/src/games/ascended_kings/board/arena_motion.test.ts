import { afterEach, expect, test, vi } from 'vitest';

import type { GameEvent } from '../../../api/types';
import { fallenIn, play } from './arena_motion';

let id = 0;
const event = (name: string, args: GameEvent['args']): GameEvent =>
  ({ id: (id += 1), key: `ascended_kings.${name}`, text: '', args }) as GameEvent;

interface Played {
  seat: number;
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
}

function played(events: GameEvent[], tiles: Record<number, string>, isStill = false): Played[] {
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  const animations: Played[] = [];
  const standing = new Map(Object.entries(tiles).map(([seat, tile]) => [Number(seat), tile]));
  const partsOf = (seat: number) => {
    const animate = (frames: Keyframe[], timing: KeyframeAnimationOptions) => {
      animations.push({ seat, frames, timing });
      return {} as Animation;
    };
    return { piece: { animate } as unknown as HTMLElement, flash: null };
  };
  play(events, standing, partsOf);
  return animations;
}

afterEach(() => vi.unstubAllGlobals());

test('a piece walks from where it stood to where it stands', () => {
  const [walk] = played([event('moved', { seat: 0, start: 62, tile: 63 })], { 0: 't63' });
  expect(walk?.frames[0]?.transform).toBe('translate(-100%, 0%)');
  expect(walk?.frames.at(-1)?.transform).toBe('translate(0%, 0%)');
});

test('steps of one piece follow each other', () => {
  const events = [
    event('walked', { seat: 0, start: 62, tile: 63 }),
    event('walked', { seat: 0, start: 63, tile: 73 }),
  ];
  const [first, second] = played(events, { 0: 't73' });
  expect(first?.frames[0]?.transform).toBe('translate(-100%, -100%)');
  expect(first?.frames.at(-1)?.transform).toBe('translate(0%, -100%)');
  expect(second?.frames[0]?.transform).toBe('translate(0%, -100%)');
  expect(second?.timing.delay).toBe(first?.timing.duration);
});

test('who attacks strikes towards the other, who is shaken by the wound', () => {
  const events = [
    event('attacked', { seat: 1, target: 2, n: 1 }),
    event('wounded', { seat: 2, n: 1, source: 'attack' }),
  ];
  const [strike, shock] = played(events, { 1: 't44', 2: 't45' });
  expect(strike?.seat).toBe(1);
  expect(strike?.frames[2]?.transform).toContain('translate(45%, 0%)');
  expect(shock?.seat).toBe(2);
  expect(shock?.timing.delay).toBeGreaterThan(0);
});

test('nothing moves with reduced motion', () => {
  expect(played([event('moved', { seat: 0, start: 1, tile: 2 })], { 0: 't02' }, true)).toEqual([]);
});

test('a killed piece falls where it stood', () => {
  expect(fallenIn([event('died', { seat: 3, tile: 7 }), event('returned', { seat: 3 })])).toEqual([
    { seat: 3, tile: 't07' },
  ]);
});
