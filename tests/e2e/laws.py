"""Laws of the table: what holds wherever a table is shown, at every size and from every viewpoint.

`broken_laws(page)` looks at the page as it is now and names what breaks one.
"""

from __future__ import annotations

from playwright.async_api import Page

COMMON = r"""
const isSmall = matchMedia('(max-width: 999px), (max-height: 479px)').matches;
const scroll = document.querySelector('.table .scroll');
const rectOf = (element) => element.getBoundingClientRect();
const isSeen = (element) => {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
};
const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isSeen);
const titled = (element) => {
  const { thing, region } = element.dataset;
  const kind = thing ?? region ?? element.getAttribute('class')?.split(' ')[0];
  const isPart = thing !== undefined || region !== undefined;
  const words = element.textContent.trim().slice(0, 30);
  return `${kind ?? element.tagName}${isPart ? '' : ` "${words}"`}`;
};
const clips = (element) => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX !== 'visible', overflowY !== 'visible'];
};
/** The part of its surroundings that is in sight, from an element outwards. */
function windowOf(element) {
  const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    const [x, y] = clips(outer);
    const { left, top, right, bottom } = rectOf(outer);
    if (x) Object.assign(seen, {
      left: Math.max(seen.left, left), right: Math.min(seen.right, right) });
    if (y) Object.assign(seen, {
      top: Math.max(seen.top, top), bottom: Math.min(seen.bottom, bottom) });
  }
  return seen;
}
const isWithin = (x, y, { left, top, right, bottom }) =>
  x >= left && x <= right && y >= top && y <= bottom;
"""

COVERED = r"""
  /* Names, standings, clocks, pools and wounds that something lies on, or that are out of sight.
   * On small screens what stands on the board may be a swipe away, unless it stays while that
   * scrolls. */
  const always = ['.seats .name', '.seats .worth', '.seats .clock', '.plates .name',
    '.plates .star', '.plates .clock', '.plates .kind', '[data-region=pool] .kind',
    '[data-region=score] .star', '.own [data-region=essence]', '.purse li',
    '.purse .hearts', '.plates .hearts', '.plates .koru'];
  const onBoard = ['.plate .name', '.plate .star', '.plate .clock', '.plate .kind',
    '.plate .essence', '.stage .scale b', '.mat .hearts', '.mat h3',
    '.mat .pool', '.mat .koru'];
  for (const element of new Set(all([...always, ...onBoard].join()))) {
    const { x, y, width, height } = rectOf(element);
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const stays = element.matches(always.join());
    if (!isWithin(middleX, middleY, windowOf(element))) {
      if (stays || !isSmall) broken.push(`out of sight: ${titled(element)}`);
      continue;
    }
    const hit = document.elementFromPoint(middleX, middleY);
    const isTop = hit && (element.contains(hit) || hit.contains(element)
      || element.closest('.plate')?.contains(hit));
    const isUnderBands = isSmall && !stays
      && hit?.closest('.plates, .pool-strip, .keep-clear, .tabs');
    if (!isTop && !isUnderBands) broken.push(`covered: ${titled(element)} by ${titled(hit)}`);
  }
"""

SCROLLING = r"""
  /* At desktop sizes nothing on the board scrolls, nor is cut where it would have to. */
  for (const element of isSmall ? [] : [scroll, ...all('.scroll :not(.visually-hidden)')]) {
    const [x, y] = clips(element);
    const isBoard = element.matches('.scroll, .scroll > *, .layout, .layout > .side, .stages');
    const { overflowX, overflowY } = getComputedStyle(element);
    if (overflowY === 'clip') continue;
    const scrolls = /auto|scroll/.test(overflowX + overflowY);
    if (!scrolls && !isBoard) continue;
    if (y && element.scrollHeight > element.clientHeight + 1)
      broken.push(`scrolls: ${titled(element)} by ${element.scrollHeight - element.clientHeight}`);
    if (x && element.scrollWidth > element.clientWidth + 1)
      broken.push(`scrolls: ${titled(element)} by ${element.scrollWidth - element.clientWidth} x`);
  }
  if (scroll.scrollWidth > scroll.clientWidth + 1) broken.push('the board scrolls sideways');
"""

ZONES = r"""
  /* Things lie in their zones, zones on the board and beside each other. */
  const board = rectOf(scroll);
  const zones = all('[data-region], .stage, .mat, .tabs', scroll).filter((zone) =>
    !zone.matches('[data-region=score], [data-region=pool], [data-region=battlefields]'));
  const seats = all('.seats button').map(rectOf);
  for (const [place, seat] of seats.entries()) {
    if (seats[place + 1]?.left < seat.right - 1) broken.push(`seats ${place} and ${place + 1}`);
  }
  const top = new Set(zones.filter((zone) => !zones.some((other) =>
    other !== zone && other.contains(zone))));
  for (const zone of top) {
    const { left, right, bottom } = rectOf(zone);
    const isSwiped = zone.closest('.carousel, .stages') && isSmall;
    if (!isSwiped && (left < board.left - 1 || right > board.right + 1))
      broken.push(`beside the board: ${titled(zone)}`);
    if (!isSmall && bottom > board.bottom + 1) broken.push(`below the board: ${titled(zone)}`);
    for (const thing of all('[data-thing]', zone)) {
      const face = rectOf(thing);
      const by = Math.max(left - face.left, face.right - right, face.bottom - bottom - 3);
      if (by > 1) broken.push(`outside ${titled(zone)}: ${titled(thing)} by ${by.toFixed()}`);
    }
    for (const other of isSmall ? [] : top) {
      if (other === zone || zone.contains(other) || other.contains(zone)) continue;
      const [a, b] = [rectOf(zone), rectOf(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) broken.push(`${titled(zone)} lies on ${titled(other)}`);
    }
  }
"""

OVERLAPS = r"""
  /* Of each card, and of each unit, 44 px show; beyond the capacity of their zone they share it. */
  const isRowFull = (row, cards) => {
    const rows = Map.groupBy(cards, (card) => card.offsetTop);
    const { paddingLeft, paddingRight } = getComputedStyle(row);
    const room = row.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const most = Math.max(...[...rows.values()].map((of) => of.length));
    const widest = Math.max(...cards.map((card) => card.offsetWidth));
    return row.matches('.cards, .zones') && most > Math.floor((room - widest) / 44) + 1;
  };
  for (const row of document.querySelectorAll('.cards, .fan, .side .zones')) {
    const cards = [...row.children].filter((card) => card.offsetWidth);
    for (const card of cards) {
      const next = cards.filter((other) =>
        Math.abs(other.offsetTop - card.offsetTop) < card.offsetHeight / 2
        && other.offsetLeft > card.offsetLeft);
      const pitch = Math.min(card.offsetWidth,
        ...next.map((other) => other.offsetLeft - card.offsetLeft));
      const isFull = isRowFull(row, cards);
      if (pitch < 43.5 && !isFull && card.querySelector('[data-thing]'))
        broken.push(`${pitch} px of ${titled(card)} show`);
    }
  }
"""

TEXTS = r"""
  /* No text stands in a narrow column, and none is cut on what tells a player's state. */
  const walker = document.createTreeWalker(document.querySelector('.match'), NodeFilter.SHOW_TEXT);
  const LONG_NAME = 12;
  /* Of the boxes of two lines, whose letters lie apart. */
  const LINE_OVERLAP = 5;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !isSeen(parent) || parent.closest('svg')) continue;
    const hidden = parent.closest('.visually-hidden')
      || (rectOf(parent).width <= 1 && getComputedStyle(parent).clipPath !== 'none');
    if (hidden) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
    if (!width) continue;
    const plate = parent.closest('.plate');
    const nameEnd = parent.closest('.who') && Math.min(right, windowOf(parent).right);
    if (plate && nameEnd && all('.kind, .light', plate).some((sign) =>
      left < rectOf(sign).right && rectOf(sign).left < nameEnd - 1
      && Math.min(bottom, rectOf(sign).bottom) - Math.max(top, rectOf(sign).top) > LINE_OVERLAP))
      broken.push(`under signs: ${titled(parent)}`);
    if (width < 14 && height > 80 && !parent.closest('.turned'))
      broken.push(`a column: ${titled(parent)}`);
    const state = parent.closest('.plate, .seats li, .mat, .purse, .tabs button');
    if (!state) continue;
    const name = parent.closest('.name, h3');
    const letters = name?.textContent.trim().replace(/[\u2066-\u2069]/g, '') ?? '';
    if (letters.length > LONG_NAME || parent.closest('.who p, .sheet, .card')) continue;
    for (let box = parent; box && state.contains(box); box = box.parentElement) {
      const [x, y] = clips(box);
      const edge = rectOf(box);
      const isWide = left < edge.left - 1.5 || right > edge.right + 1.5;
      const isHigh = top < edge.top - 6 || bottom > edge.bottom + 6;
      if (((x || box === state) && isWide) || ((y || box === state) && isHigh)) {
        broken.push(`cut: ${titled(parent)} in ${titled(state)}`);
        break;
      }
    }
  }
"""

LAWS = [COVERED, SCROLLING, ZONES, OVERLAPS, TEXTS]
SCRIPT = "() => {%s const broken = [];%s return broken; }" % (  # noqa: UP031
    COMMON,
    "".join(f"{{ {law} }}" for law in LAWS),
)


async def broken_laws(page: Page) -> list[str]:
    """What breaks a law on the table that the page shows."""
    broken: list[str] = await page.evaluate(SCRIPT)
    return broken
