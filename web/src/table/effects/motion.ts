import { tick } from 'svelte';

import { pacedMs, animationSpeed } from '../../browser/table_preferences';

/** Between the starts of two elements that move in turn, and until the last starts at the latest. */
const STEP_MS = 110;
const MAX_DELAY_MS = 700;
/** An element that moves less is not animated; one that moves further takes longer. */
const MIN_DISTANCE_PX = 3;
const LONG_DISTANCE_PX = 160;
const SHORT_MOVE_MS = 240;
const LONG_MOVE_MS = 420;

const LAID = { transform: 'translateY(-5px) scale(1.04) rotate(-1.2deg)', offset: 0.8 };
/** Above all that lies still. */
const TRAVEL_Z_INDEX = '30';

const running = new Set<Animation>();

/** Whether nothing should move: by the page's setting or the system's. */
export function isMotionOff(): boolean {
  if (animationSpeed.value === 'off') return true;
  return typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A duration at the chosen speed, 0 if nothing should move. */
export function motionMs(milliseconds: number): number {
  return isMotionOff() ? 0 : pacedMs(milliseconds);
}

/** The position of every animated element, by `data-moves`. */
export function motionRects(root: ParentNode): Map<string, DOMRect> {
  const rects = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-moves]')) {
    const rect = element.getBoundingClientRect();
    if (rect.width) rects.set(element.dataset.moves ?? '', rect);
  }
  return rects;
}

/** Animates elements that have moved from their old to their new position, in the given order. */
export async function animateMoves(
  root: ParentNode,
  rectsBefore: Map<string, DOMRect>,
  order: string[],
  source: (id: string) => string | undefined,
): Promise<void> {
  await tick();
  if (isMotionOff()) return;
  const travels: Travel[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[data-moves]')) {
    const id = element.dataset.moves ?? '';
    const origin = source(id);
    const from = rectsBefore.get(id) ?? (origin ? rectsBefore.get(origin) : undefined);
    const place = order.indexOf(id);
    if (from) travels.push({ element, from, to: element.getBoundingClientRect(), place });
  }
  // An animation that begins between two positions would cost a layout for each of them.
  for (const travel of travels) animateTravel(travel);
}

interface Travel {
  element: HTMLElement;
  from: DOMRect;
  to: DOMRect;
  /** In the order of those that move in turn; -1 for one that only makes room. */
  place: number;
}

function animateTravel({ element, from, to, place }: Travel): void {
  const acrossPx = from.left + from.width / 2 - (to.left + to.width / 2);
  const downPx = from.top + from.height / 2 - (to.top + to.height / 2);
  if (!to.width || Math.hypot(acrossPx, downPx) < MIN_DISTANCE_PX) return;
  const isFar = Math.hypot(acrossPx, downPx) > LONG_DISTANCE_PX;
  const delay = Math.min(Math.max(0, place) * STEP_MS, MAX_DELAY_MS - STEP_MS);
  const frames = [
    {
      transform: `translate(${acrossPx}px, ${downPx}px) scale(${from.width / to.width})`,
      easing: 'cubic-bezier(.3,.1,.2,1)',
    },
    // It is laid down, not stopped; its neighbours only slide.
    ...(place < 0 ? [] : [LAID]),
    { transform: 'none' },
  ];
  const animation = element.animate(frames, {
    duration: pacedMs(isFar ? LONG_MOVE_MS : SHORT_MOVE_MS),
    delay: pacedMs(delay),
    fill: 'backwards',
  });
  // Not in the frames: then each of them would be painted by the page.
  element.style.zIndex = TRAVEL_Z_INDEX;
  follow(animation, () => (element.style.zIndex = ''));
}

/** Follows an animation, which a skip ends, and tells when it is over. */
export function follow(animation: Animation, onEnd?: () => void): void {
  running.add(animation);
  animation.onfinish = () => {
    running.delete(animation);
    onEnd?.();
  };
  animation.oncancel = animation.onfinish;
}

/** Ends all animations; returns whether there were any. */
export function finishMotion(): boolean {
  const moving = running.size > 0;
  for (const animation of running) animation.finish();
  running.clear();
  return moving;
}
