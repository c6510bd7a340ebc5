import { EASINGS, isMotionOff, motionMs } from '../../browser/motion_tokens';
import { inNextFrame } from '../../browser/next_frame';

/** Of those that move in turn, the later ones start together. */
export const MAX_STEPS = 6;
/** An element that moves less is not animated; one that moves further takes longer. */
const MIN_DISTANCE_PX = 3;
const LONG_DISTANCE_PX = 160;

const LAID = { transform: 'translateY(-5px) scale(1.04) rotate(-1.2deg)', offset: 0.8 };
/** Above all that lies still. */
const TRAVEL_Z_INDEX = '30';

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
export function animateMoves(
  root: ParentNode,
  rectsBefore: Map<string, DOMRect>,
  order: string[],
  source: (id: string) => string | undefined,
): void {
  if (isMotionOff()) return;
  inNextFrame(() => animateFrom(root, rectsBefore, order, source));
}

function animateFrom(...[root, rectsBefore, order, source]: Parameters<typeof animateMoves>): void {
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
  const frames = [
    {
      transform: `translate(${acrossPx}px, ${downPx}px) scale(${from.width / to.width})`,
      easing: EASINGS['ease-travel'],
    },
    // It is laid down, not stopped; its neighbours only slide.
    ...(place < 0 ? [] : [LAID]),
    { transform: 'none' },
  ];
  const animation = element.animate(frames, {
    duration: motionMs(isFar ? 'travel' : 'calmly'),
    delay: motionMs('step') * Math.min(Math.max(0, place), MAX_STEPS),
    fill: 'backwards',
  });
  // Not in the frames: then each of them would be painted by the page.
  element.style.zIndex = TRAVEL_Z_INDEX;
  whenOver(animation, () => (element.style.zIndex = ''));
}

/** Calls back when an animation has ended, was skipped or was cancelled. */
export function whenOver(animation: Animation, onEnd: () => void): void {
  animation.onfinish = onEnd;
  animation.oncancel = onEnd;
}

/** Ends all animations that have an end, those of styles included; returns whether there were any. */
export function finishMotion(): boolean {
  const moving = document.getAnimations().filter(({ effect }) => {
    return Number.isFinite(effect?.getComputedTiming().endTime);
  });
  for (const animation of moving) animation.finish();
  return moving.length > 0;
}
