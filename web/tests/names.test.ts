import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import SeatChips from '../src/parts/SeatChips.svelte';
import { isolate } from '../src/i18n/isolate';
import type { Seat } from '../src/api/types';

const SOURCES = import.meta.glob<string>('../src/**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** A player's name as all that an element shows, outside of `<bdi>`. */
const ALONE =
  /(?<!<bdi>)(?<![=\w(])\{(?:session|seat|player|account|other|bot|standing\.account)\.name\}|(?<!<bdi>)(?<![=\w(])\{(?:desk\.nameOf\([^{}]*\)|line\.from|newest\.from)\}/;

test('a name from right to left is isolated within a sentence, others are as they are', () => {
  for (const name of ['אופל', 'عمر 7', 'Ben (בן)', 'ܐܒܐ'])
    expect(isolate(name)).toBe(`\u2068${name}\u2069`);
  for (const name of ['Ada', 'Žofie 2', 'Αθηνά', 'Борис', 'さくら', ''])
    expect(isolate(name)).toBe(name);
});

test('a name stands alone only within <bdi>', () => {
  expect('<b>{player.name}</b>').toMatch(ALONE);
  expect('<b>{desk.nameOf(seat)}</b>').toMatch(ALONE);
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  const wrong = Object.entries(SOURCES).filter(([, source]) =>
    ALONE.test(source.split('<style>')[0] ?? ''),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('the names of a table stand in <bdi>', () => {
  const seats = [
    { seat: 0, kind: 'person', name: 'אופל 3' },
    { seat: 1, kind: 'bot', name: 'Greedy' },
  ] as Seat[];
  const { container } = render(SeatChips, { seats });
  const texts = Array.from(container.querySelectorAll('bdi'), (element) => element.textContent);
  expect(texts).toEqual(['אופל 3', 'Greedy']);
});
