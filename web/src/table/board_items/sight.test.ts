import { afterEach, expect, test, vi } from 'vitest';

import { isInSight, isCovered, scrollOneIntoSight } from './sight';

afterEach(() => vi.restoreAllMocks());

/** Three things of which the one with this number is what the eye meets; nothing is elsewhere. */
function things(seen: number | 'none' | 'a bar above all') {
  document.body.innerHTML = '<i></i><i></i><i></i><b></b>';
  const elements = [...document.querySelectorAll('i')];
  const bar = document.querySelector('b');
  elements.forEach((element, number) => {
    element.getBoundingClientRect = () => new DOMRect(10 * number, 0, 10, 10);
    element.scrollIntoView = vi.fn();
  });
  document.elementFromPoint = (x) => {
    if (seen === 'a bar above all') return bar;
    return Math.floor(x / 10) === seen ? (elements[seen] ?? null) : null;
  };
  return elements;
}

test('what lies open is in sight; what is out of the window or under a bar is not', () => {
  const [first, second] = things(0);
  expect([first, second].map((element) => element && isInSight(element))).toEqual([true, false]);
  expect([first, second].map((element) => element && isCovered(element))).toEqual([false, false]);
  const [covered] = things('a bar above all');
  expect(covered && [isInSight(covered), isCovered(covered)]).toEqual([false, true]);
});

test.each(['none', 'a bar above all'] as const)('one is shown if the eye meets %s', (seen) => {
  const elements = things(seen);
  scrollOneIntoSight(elements, { block: 'center' });
  expect(elements.map((element) => vi.mocked(element.scrollIntoView).mock.calls.length)).toEqual([
    0, 0, 1,
  ]);
});

test('nothing moves while one of them is in sight, or where there are none', () => {
  const elements = things(1);
  scrollOneIntoSight(elements, { block: 'center' });
  scrollOneIntoSight([], { block: 'center' });
  for (const element of elements) expect(element.scrollIntoView).not.toHaveBeenCalled();
});
