import { cleanup, render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import { BOARD as EMPYREAN, StillEmpyrean } from '../../../tests/games/battle_for_empyrean/fixture';
import { Desk, deskContext } from '../desk/desk.svelte';
import ThreatList from './ThreatList.svelte';

afterEach(cleanup);

const threat = (text: string, by?: number, can?: true) => ({
  key: 'battle_for_empyrean.leads',
  args: {},
  text,
  ...(by !== undefined && { by }),
  ...(can && { can }),
});

function table() {
  const source = new StillEmpyrean('command');
  const desk = new Desk(source, () => new Map(), EMPYREAN);
  render(ThreatList, { context: deskContext(desk) });
  return source;
}

const listed = () => {
  const group = screen.queryByRole('group', { name: 'What may decide the match' });
  return group
    ? within(group)
        .getAllByRole('listitem')
        .map((element) => element.textContent.trim())
    : [];
};

test('what may decide the match stands in a list that is there only while there is anything', () => {
  const source = table();
  expect(listed()).toEqual([]);
  source.threats = [threat('Greedy leads on two', 1), threat('This is the last round')];
  flushSync();
  expect(listed()).toEqual(['Greedy leads on two', 'This is the last round']);
  source.threats = [];
  flushSync();
  expect(listed()).toEqual([]);
});

test('nobody is warned of what they could do themselves, nor twice of the same', () => {
  const source = table();
  source.threats = [
    threat('You can Move', 0, true),
    threat('Greedy can Move', 1, true),
    threat('Greedy can Move', 1, true),
    threat('You lead', 0),
  ];
  flushSync();
  expect(listed()).toEqual(['Greedy can Move', 'You lead']);
});

test('a screen reader hears what is new alone', () => {
  const source = table();
  const announcement = () => screen.getByRole('status').textContent;
  source.threats = [threat('Greedy leads on two', 1)];
  flushSync();
  expect(announcement()).toBe('Greedy leads on two');
  source.threats = [threat('Greedy leads on two', 1), threat('This is the last round')];
  flushSync();
  expect(announcement()).toBe('This is the last round');
});
