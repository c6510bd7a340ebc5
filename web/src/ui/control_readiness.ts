/**
 * When controls came to lie where they lie. One of another meaning that has just taken a place is
 * unready: a pointer that rests there was aimed at what lay there before.
 */

import type { Attachment } from 'svelte/attachments';

/** How long a pointer at rest waits for a control of another meaning. */
export const OTHER_CONTROL_WAIT_MS = 700;
/** How long it waits for the answers of a new question. */
export const QUESTION_WAIT_MS = 250;
/** The longest wait of a finger, which rests on nothing before it presses. */
const MAX_TOUCH_WAIT_MS = 350;
/** How often it is looked whether the wait is over. */
const RECHECK_MS = 30;

/** A hand that holds a mouse still moves it by less. */
const MAX_REST_MOTION_PX = 6;
/** A control that moves by less stays where it is. */
const MAX_CONTROL_SHIFT_PX = 4;
/** Places that are remembered of a control. */
const MAX_PLACES = 5;

const UNREADY = 'data-unready';
const CONTROLS =
  'button, a[href], summary, label, select, [role=button], [role=menuitem], [role=switch], [role=tab]';

export interface Point {
  x: number;
  y: number;
}

interface Region {
  key: string;
  waitMs: number;
  /** When it came, with this meaning. */
  since: number;
  /** Where it is, as a whole, does not count. */
  travels: boolean;
}

/** Where a control has lain, and since when. */
interface Place {
  rect: DOMRect;
  since: number;
}

const regions = new Map<Element, Region>();
/** The regions that there are or were: an attachment may run again for the same key. */
const lastRegions = new WeakMap<Element, Region>();
const places = new WeakMap<Element, Place[]>();
/** Controls that have come lately. */
const recent = new Set<Element>();
/** The pointer, where it has come to rest. */
let pointerRest: Point = { x: -1, y: -1 };
let restedAt = 0;
let isTouchInput = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Looks for changes of the page while there are regions. */
let watcher: MutationObserver | undefined;

/**
 * A region whose controls mean what `key` says: when the key changes, they are others. Without a key
 * they never wait, nor do they for 0 ms. Controls that come into it later wait from then on. Those of
 * a region that `travels` may move about, as cards do.
 */
export function controlRegion(
  key: string | undefined,
  waitMs = OTHER_CONTROL_WAIT_MS,
  { travels = false } = {},
): Attachment<HTMLElement> {
  return (element) => {
    if (key === undefined) {
      lastRegions.delete(element);
      return;
    }
    const before = lastRegions.get(element);
    const isSameKey = before?.key === key;
    const region = { key, waitMs, since: isSameKey ? before.since : performance.now(), travels };
    lastRegions.set(element, region);
    regions.set(element, region);
    if (!isSameKey) for (const control of controlsOf(element)) places.delete(control);
    if (regions.size === 1) startWatching();
    scheduleScan();
    return () => {
      if (regions.get(element) === region) regions.delete(element);
      if (!regions.size) watcher?.disconnect();
    };
  };
}

/** The control that an element is or belongs to; a dialog is one, since a press beside it closes it. */
export function controlOf(element: EventTarget | null): Element | undefined {
  if (!(element instanceof Element)) return undefined;
  return element.closest(CONTROLS) ?? (element instanceof HTMLDialogElement ? element : undefined);
}

/**
 * Whether a press at this point was aimed at something else than the control that lies there. Where it
 * lies only now, in the frame of the press, a scroll has put it, whose event is still to come.
 */
export function isUnready(control: Element, at: Point, byTouch: boolean): boolean {
  const region = regionOf(control);
  if (!region) return false;
  if (!region.travels) recordPlace(control, true);
  const since = arrivedAt(control, region, at);
  if (!byTouch && restedAt > since) return false;
  return (
    performance.now() - since <
    (byTouch ? Math.min(MAX_TOUCH_WAIT_MS, region.waitMs) : region.waitMs)
  );
}

/** Whether what the control means has come after that moment, wherever it lies. */
export function changedAfter(control: Element, moment: number): boolean {
  const region = regionOf(control);
  return !!region?.waitMs && region.since > moment;
}

/** Whether the control, or what it means, has come to the point after that moment. */
export function cameAfter(control: Element, moment: number, at: Point): boolean {
  const region = regionOf(control);
  if (!region?.waitMs) return false;
  if (!region.travels) recordPlace(control, true);
  return arrivedAt(control, region, at) > moment;
}

/** The pointer has moved or pressed. */
export function trackPointer({ clientX: x, clientY: y, pointerType }: PointerEvent): void {
  const touched = pointerType !== 'mouse';
  const moved = Math.hypot(x - pointerRest.x, y - pointerRest.y) > MAX_REST_MOTION_PX;
  if (!moved && touched === isTouchInput) return;
  isTouchInput = touched;
  if (moved) {
    pointerRest = { x, y };
    restedAt = performance.now();
  }
  if (recent.size) markUnready();
}

function regionOf(control: Element): Region | undefined {
  for (let element: Element | null = control; element; element = element.parentElement) {
    const region = regions.get(element);
    if (region) return region;
  }
  return undefined;
}

function controlsOf(region: Element): Element[] {
  const inside = [...region.querySelectorAll(CONTROLS)];
  return region.matches(CONTROLS) ? [region, ...inside] : inside;
}

/** Since when the control has covered the point without a break. */
function arrivedAt(control: Element, region: Region, at: Point): number {
  const controlPlaces =
    region.travels || control instanceof HTMLDialogElement ? [] : places.get(control);
  let since: number | undefined;
  for (const place of controlPlaces?.toReversed() ?? []) {
    if (since !== undefined && !covers(place.rect, at)) break;
    since = place.since;
  }
  return Math.max(region.since, since ?? 0);
}

function covers({ left, right, top, bottom }: DOMRect, { x, y }: Point): boolean {
  return left <= x && x <= right && top <= y && y <= bottom;
}

/**
 * Looks where a control lies; returns whether it has come or moved. With `scrolled` one that was there
 * has come along.
 */
function recordPlace(control: Element, scrolled = false): boolean {
  const rect = control.getBoundingClientRect();
  const before = places.get(control) ?? [];
  const last = before.at(-1);
  if (last && isSame(last.rect, rect)) return false;
  if (last && scrolled) {
    last.rect = rect;
    return false;
  }
  places.set(control, [...before.slice(1 - MAX_PLACES), { rect, since: performance.now() }]);
  return true;
}

function isSame(rect: DOMRect, other: DOMRect): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every(
    (side) => Math.abs(rect[side] - other[side]) <= MAX_CONTROL_SHIFT_PX,
  );
}

function scan(scrolled = false): void {
  frame = 0;
  let moving = false;
  for (const [element, region] of regions) {
    for (const control of controlsOf(element)) {
      if (regionOf(control) !== region) continue;
      const hasArrived = region.travels ? isLate(region.since) : recordPlace(control, scrolled);
      if (hasArrived) recent.add(control);
      moving ||= hasArrived && !region.travels;
    }
  }
  if (recent.size) markUnready();
  // What has moved may be on its way.
  if (moving) scheduleScan();
}

const isLate = (since: number): boolean => performance.now() - since < OTHER_CONTROL_WAIT_MS;

/** Looks around in the next frame. */
function scheduleScan(): void {
  frame ||= requestAnimationFrame(() => scan());
}

/** Shows which of the controls that have come lately are unready. */
function markUnready(): void {
  let anyUnready = false;
  for (const control of recent) {
    const region = control.isConnected ? regionOf(control) : undefined;
    const rect = control.getBoundingClientRect();
    const at = isTouchInput
      ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
      : pointerRest;
    const unready = !!region && covers(rect, at) && isUnready(control, at, isTouchInput);
    if (control.hasAttribute(UNREADY) !== unready) control.toggleAttribute(UNREADY, unready);
    if (unready) anyUnready = true;
    else if (!region || !isLate(arrivedAt(control, region, at))) recent.delete(control);
  }
  clearTimeout(timer);
  if (anyUnready) timer = setTimeout(markUnready, RECHECK_MS);
}

/** Looks around whenever the page changes. */
function startWatching(): void {
  if (!watcher) {
    watcher = new MutationObserver(scheduleScan);
    for (const name of ['animationend', 'transitionend', 'load'])
      document.addEventListener(name, scheduleScan, true);
    for (const name of ['scroll', 'resize'])
      addEventListener(name, () => regions.size && scan(true), true);
  }
  watcher.observe(document.body, {
    attributeFilter: ['class', 'hidden', 'open', 'style'],
    characterData: true,
    childList: true,
    subtree: true,
  });
}
