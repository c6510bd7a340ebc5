import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import { language } from '../../../i18n/text';
import type { Decision } from '../../../api/types';
import { noHover } from '../../../table/layout/media.svelte';
import MatchTable from '../../../table/MatchTable.svelte';
import { BOARD, GAME, INFO, StillKings } from '../../../../tests/games/ascended_kings/fixture';
import { tableOf, type KingsView } from '../view';
import '../../../../tests/table';

afterEach(() => {
  language.choose('en');
  noHover.matches = false;
});

/** A table as it is looked at by the one who acts, or by another, changed. */
async function changed(change: (table: KingsView) => void, decisions?: Decision[]) {
  const source = new StillKings('action');
  if (!source.view) throw new Error('the fixture has no view');
  const view = structuredClone(source.view);
  change(tableOf(view));
  source.view = view;
  if (decisions) source.decisions = decisions;
  const rendered = render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await rendered.findByLabelText(/^Arena$/, {}, { timeout: 20_000 });
  return source;
}

const dials = () => document.querySelector('.index')?.textContent ?? '';
const caption = () => document.querySelector('.front > .caption')?.textContent ?? '';

function withoutCountdown(table: KingsView): void {
  if (table.index) Object.assign(table.index, { countdown: false, round: 10 });
}

test.each([
  ['en', 'No countdown', 'Only united Bloodstones begin the Omega War', /rounds to the Omega War/],
  ['de', 'Kein Countdown', 'Nur vereinte Blutsteine', /Runden bis zum Omega-Krieg/],
] as const)(
  'without countdown the dials and the text say so (%s)',
  async (name, short, why, never) => {
    await language.choose(name);
    await changed(withoutCountdown);
    expect(dials()).toContain(short);
    expect(dials()).toContain(why);
    expect(dials()).not.toMatch(never);
    expect(document.querySelector('.dial.round')?.getAttribute('aria-label')).toContain(short);
    await fireEvent.keyDown(document.body, { key: 't' });
    const written = document.querySelector('article')?.textContent ?? '';
    expect(written).toContain(short);
    expect(written).not.toMatch(never);
  },
);

test('with a countdown the dials say how long it is to the Omega War', async () => {
  await changed((table) => {
    if (table.index) Object.assign(table.index, { countdown: true, round: 7 });
  });
  expect(dials()).toContain('7 rounds to the Omega War');
});

test('the end by the round limit is told beside the dials, from five rounds before it on', async () => {
  await changed((table) => (table.limit = { rounds: 60, left: 5 }));
  expect(document.querySelector('.index .near')?.textContent).toBe(
    'The match ends in 5 rounds: Koru decide',
  );
});

test('far from its end a match with a countdown is silent about its limit', async () => {
  await changed((table) => (table.limit = { rounds: 60, left: 41 }));
  expect(dials()).not.toContain('41');
});

test('a match without countdown says how many rounds are left of its limit', async () => {
  await changed((table) => {
    withoutCountdown(table);
    table.limit = { rounds: 60, left: 41 };
  });
  expect(dials()).toContain('At most 41 rounds are left');
});

test("whose turn it is is not said under the arena while one's own answer is waited for", async () => {
  await changed((table) => (table.active = 'p1'));
  expect(caption()).toContain('Point at a tile');
  expect(caption()).not.toContain('turn');
});

test("without a question the arena says whose turn it is; on a touch screen the hint says 'Tap'", async () => {
  noHover.matches = true;
  await changed((table) => (table.active = 'p1'), []);
  expect(caption()).toMatch(/'s turn\. +Tap a tile/);
  expect(caption()).not.toContain('Point at');
});

test('what may be left alone is offered in a few words, and opens at a click', async () => {
  const text = 'You may absorb the Ascended Die: it leaves the game. You have no Dire';
  const source = new StillKings('action');
  const seat = source.viewer && 'seat' in source.viewer ? source.viewer.seat : 0;
  const offer = {
    id: '400.1',
    seat,
    kind: 'choose',
    prompt: { key: 'ascended_kings.absorb_unhurt', text, args: {} },
    options: [
      { key: 'yes', text: 'Yes', targets: [] },
      { key: 'no', text: 'No', targets: [] },
    ],
    min: 1,
    max: 1,
    optional: true,
    default: 'no',
    undo: false,
  } as unknown as Decision;
  const given = await changed(() => {}, [...source.decisions, offer]);
  expect(screen.queryByText(text)).toBeNull();
  screen.getByText('Choose an action', { selector: 'h2' });
  await fireEvent.click(screen.getByRole('button', { name: /Absorb the Ascended Die/ }));
  screen.getByText(text, { selector: 'h2' });
  await fireEvent.click(screen.getByRole('button', { name: /Back/ }));
  screen.getByText('Choose an action', { selector: 'h2' });
  expect(given.given).toEqual([]);
});
