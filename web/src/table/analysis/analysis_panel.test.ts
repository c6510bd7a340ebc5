import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ANALYSIS } from '../../../tests/analysis';
import { StillArcana } from '../../../tests/games/res_arcana/fixture';
import { mendJsdom, violations } from '../../../tests/server';
import { COMPONENTS } from '../../../tests/table';
import type { AnalysisInfo } from '../../api/types';
import { session } from '../../session/store.svelte';
import { Desk, deskContext } from '../desk/desk.svelte';
import { AnalysisStore } from './analysis_store.svelte';
import AnalysisNote from './AnalysisNote.svelte';
import AnalysisPanel from './AnalysisPanel.svelte';

const DONE: AnalysisInfo = {
  status: 'done',
  done: 12,
  total: 12,
  ahead: 0,
  seconds: 3,
  analysis: ANALYSIS,
};
const ADA = 'Ada';
const BOB = 'Bartholomew of Ghent';

const onjump = vi.fn<(ply: number) => void>();

beforeEach(mendJsdom);
afterEach(() => {
  cleanup();
  onjump.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const context = () => deskContext(new Desk(new StillArcana(), () => COMPONENTS));

/** The panel with an analysis in this state, where the replay stands at an entry of twelve. */
function panel(changes: Partial<AnalysisInfo>, ply = 4): AnalysisStore {
  const analysisStore = new AnalysisStore('m_1');
  analysisStore.info = { ...DONE, analysis: null, ...changes };
  render(AnalysisPanel, {
    props: { analysisStore, ply, last: 12, onjump },
    context: context(),
  });
  return analysisStore;
}

const curve = () => screen.getByRole('slider', { name: 'Chances of winning' });

test('the curve is heard as the chances at the moment that is shown', async () => {
  panel(DONE, 6);
  expect(curve().getAttribute('aria-valuetext')).toBe(`6 of 12: ${ADA} 40%, ${BOB} 60%`);
  expect(await violations()).toEqual([]);
});

test('keys go along the curve, from round to turning point', async () => {
  panel(DONE, 4);
  for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End']) {
    await fireEvent.keyDown(curve(), { key });
  }
  expect(onjump.mock.calls.flat()).toEqual([6, 0, 0, 12]);
});

test('the same chances stand in a table', () => {
  panel(DONE);
  const table = screen.getByRole('group', { name: 'Chances by round' });
  const [, ...rows] = within(table).getAllByRole('row');
  expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
    ['Round 1', '50%', '50%'],
    ['Round 2', '40%', '60%'],
    ['End', '0%', '100%'],
  ]);
});

test('a turning point is a button that goes there, and the one that is shown is marked', async () => {
  panel(DONE, 4);
  const list = screen.getByRole('region', { name: 'Turning points' });
  const [mistake, luck] = within(list).getAllByRole('button');
  expect(mistake?.getAttribute('aria-current')).toBe('step');
  expect(luck?.textContent).toContain('brought');
  await fireEvent.click(luck!);
  expect(onjump).toHaveBeenCalledExactlyOnceWith(8);
});

test('each seat has its accuracy and its marks', () => {
  panel(DONE);
  const seats = within(screen.getByRole('list', { name: 'Accuracy' })).getAllByRole('listitem');
  const texts = seats.map((seat) => seat.textContent.replace(/\s+/g, ' '));
  expect(texts[0]).toMatch(/Ada.*69%.*1 mistake/);
  expect(texts[1]).toMatch(/Bartholomew of Ghent.*–.*no answers to judge/);
});

test('an analysis can be asked for by who is signed in', async () => {
  vi.spyOn(session, 'account', 'get').mockReturnValue({ id: 'a_1' } as typeof session.account);
  const analysisStore = panel({ status: 'none' });
  const ask = vi.spyOn(analysisStore, 'ask').mockResolvedValue();
  await fireEvent.click(screen.getByRole('button', { name: 'Analyse this match' }));
  expect(ask).toHaveBeenCalledOnce();
});

test('others are told to sign in', () => {
  vi.spyOn(session, 'account', 'get').mockReturnValue(undefined);
  panel({ status: 'none' });
  expect(screen.queryByRole('button', { name: 'Analyse this match' })).toBeNull();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/sign-in');
});

test.each([
  [{ status: 'waiting', ahead: 3 }, 'Waiting: 3 analyses before it'],
  [{ status: 'waiting', ahead: 0 }, 'Starting in a moment'],
  [{ status: 'running', done: 120, total: 245 }, 'Analysing'],
  [{ status: 'failed' }, 'The analysis has failed.'],
] as [Partial<AnalysisInfo>, string][])('%j is told', (state, message) => {
  panel(state);
  expect(screen.getByRole('status').textContent).toBe(message);
});

test('while it runs, the progress is shown', () => {
  panel({ status: 'running', done: 120, total: 245 });
  screen.getByText('120 of 245 answers');
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('120');
});

test('beside the controls stands what the analysis says of the moment, and the ways on', async () => {
  render(AnalysisNote, { props: { analysis: ANALYSIS, ply: 8, onjump }, context: context() });
  screen.getByText(/brought Bartholomew of Ghent \+18, but cost Ada −21 percentage points/);
  await fireEvent.click(screen.getByRole('button', { name: 'Previous turning point' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Next turning point' }));
  expect(onjump.mock.calls.flat()).toEqual([4, 10]);
});
