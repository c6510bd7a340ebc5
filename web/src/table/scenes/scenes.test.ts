import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bitmapOf, paintAhead, stepOf, type PlateOrder } from './scenes.svelte';

const INKS = ['#000000', '#777777', '#ffffff', '#000000', '#777777', '#ffffff', '#ffcc00'] as const;
const order = (name: string): PlateOrder => ({
  name,
  outline: 'M0 0h9v9z',
  recipe: { inks: INKS, setting: 'crag', weather: 'stars' },
  heightPx: 80,
  bitmap: { width: 110, height: 82 },
});

let painted: string[];

class StillImage {
  src = '';
  decode(): Promise<void> {
    return this.src.includes('broken') ? Promise.reject(new Error('broken')) : Promise.resolve();
  }
}

beforeEach(() => {
  painted = [];
  vi.stubGlobal('Image', StillImage);
  const context = { drawImage: ({ src }: StillImage) => painted.push(src) };
  HTMLCanvasElement.prototype.getContext = (() =>
    context) as unknown as typeof HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.toDataURL = () => `data:image/webp;base64,${painted.length}`;
});
afterEach(() => vi.unstubAllGlobals());

test('a plate is painted once, however often it is shown', async () => {
  expect(bitmapOf(order('hawk'))).toBeUndefined();
  expect(bitmapOf(order('hawk'))).toBeUndefined();
  await vi.waitFor(() => expect(bitmapOf(order('hawk'))).toBe('data:image/webp;base64,1'));
  expect(painted).toHaveLength(1);
  expect(painted[0]).toContain(encodeURIComponent('width="110" height="82"'));
});

test('a plate is shown as it was painted for another size until its own is ready', async () => {
  bitmapOf(order('owl'));
  await vi.waitFor(() => expect(bitmapOf(order('owl'))).toBeTruthy());
  const small = bitmapOf(order('owl'));
  const large = { ...order('owl'), bitmap: { width: 220, height: 164 } };
  expect(bitmapOf(large)).toBe(small);
  await vi.waitFor(() => expect(bitmapOf(large)).not.toBe(small));
});

test('what may be shown soon is painted after what is shown', async () => {
  paintAhead(order('bear'));
  paintAhead(order('wolf'));
  bitmapOf(order('lynx'));
  await vi.waitFor(() => expect(painted).toHaveLength(3));
  expect(bitmapOf(order('lynx'))).toBe('data:image/webp;base64,1');
  expect(bitmapOf({ ...order('wolf'), heightPx: 200 })).toBe('data:image/webp;base64,3');
});

test('a plate that cannot be painted leaves its place to the outline', async () => {
  bitmapOf({ ...order('hand'), outline: 'broken' });
  bitmapOf(order('crypt'));
  await vi.waitFor(() => expect(bitmapOf(order('crypt'))).toBeTruthy());
  expect(bitmapOf({ ...order('hand'), outline: 'broken' })).toBeUndefined();
});

test('hatching has few pitches', () => {
  expect([20, 62, 84, 118, 250, 600].map(stepOf)).toEqual([36, 60, 90, 140, 220, 340]);
});
