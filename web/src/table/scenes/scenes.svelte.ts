/** Scenes: plates as bitmaps, made one after another in the page's idle time. */

import { tryLoading } from '../../browser/chunks.svelte';
import type { Recipe } from './plate';

export interface PlateOrder {
  /** The same name is always the same scene. */
  name: string;
  outline: string;
  recipe: Recipe;
  /** In CSS pixels. */
  heightPx: number;
  /** In pixels of the screen. */
  bitmap: { width: number; height: number };
}

/** Heights that hatching is cut for: a plate is shown at about one of these. */
const STEPS_PX = [36, 60, 90, 140, 220, 340];
/** Width by height in these steps: cards of nearly the same shape share a composition. */
const RATIO_STEP = 0.1;
const MAX_BITMAPS = 400;

const waiting = new Map<string, PlateOrder>();
/** What may be shown soon: painted while nothing else waits. */
const ahead = new Map<string, PlateOrder>();
let bitmaps = $state.raw<ReadonlyMap<string, string>>(new Map());
/** The bitmap of each name that was made last, at whatever size. */
const latest = new Map<string, string>();
let isRunning = false;

/** The address of a bitmap; until it is made that of another size, or undefined if there is none. */
export function bitmapOf(order: PlateOrder): string | undefined {
  const key = keyOf(order);
  const made = bitmaps.get(key);
  if (made === undefined) {
    waiting.set(key, order);
    start();
  }
  return made || latest.get(order.name);
}

/** Paints a plate that may be shown soon, at about this size. */
export function paintAhead(order: PlateOrder): void {
  if (latest.has(order.name)) return;
  ahead.set(keyOf(order), order);
  start();
}

function keyOf({ name, recipe, bitmap, heightPx }: PlateOrder): string {
  return [name, recipe.wide, bitmap.width, bitmap.height, stepOf(heightPx)].join();
}

function start(): void {
  if (isRunning) return;
  isRunning = true;
  whenIdle(() => void run());
}

/** The height that the hatching of a plate is cut for. */
export function stepOf(heightPx: number): number {
  return STEPS_PX.find((step) => heightPx <= step * 1.15) ?? Math.max(...STEPS_PX);
}

/** One plate a task: no answer waits for more than one. */
async function run(): Promise<void> {
  for (let next = nextOrder(); next; next = nextOrder()) {
    const [key, order] = next;
    const address = await bitmapAddress(order).catch(() => '');
    waiting.delete(key);
    ahead.delete(key);
    if (address) latest.set(order.name, address);
    bitmaps = new Map([...[...bitmaps].slice(1 - MAX_BITMAPS), [key, address]]);
    await new Promise<void>((resolve) => whenIdle(resolve));
  }
  isRunning = false;
}

/** The largest first, which is seen most. */
function nextOrder(): [string, PlateOrder] | undefined {
  const areaOf = ({ bitmap }: PlateOrder) => bitmap.width * bitmap.height;
  const queue = waiting.size ? waiting : ahead;
  return [...queue].toSorted(([, a], [, b]) => areaOf(b) - areaOf(a))[0];
}

async function bitmapAddress({ name, outline, recipe, heightPx, bitmap }: PlateOrder) {
  const { plate } = await tryLoading(() => import('./plate'));
  const { width, height } = bitmap;
  const ratio = Math.round(width / height / RATIO_STEP) * RATIO_STEP;
  const svg = plate(name, outline, recipe, { ratio, heightPx: stepOf(heightPx) });
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  return rasterised(`data:image/svg+xml,${encodeURIComponent(sized)}`, width, height);
}

/** Filters are painted once, into a bitmap; where there is no canvas they are painted each time. */
async function rasterised(address: string, width: number, height: number): Promise<string> {
  const image = new Image(width, height);
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return address;
  context.drawImage(image, 0, 0, width, height);
  try {
    return canvas.toDataURL('image/webp', 0.92);
  } catch {
    return address;
  }
}

function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 400 });
  else setTimeout(task);
}
