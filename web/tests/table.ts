/** Shared helpers for tests of the table. */

import { cleanup, render } from '@testing-library/svelte';
import type { ComponentProps } from 'svelte';
import { afterEach, vi } from 'vitest';

import type { Component, Decision } from '../src/api/types';
import MatchTable from '../src/table/MatchTable.svelte';
import { Desk, deskContext } from '../src/table/desk/desk.svelte';
import AskQuestion from '../src/table/question/AskQuestion.svelte';
import { CATALOGUE } from './games/res_arcana/catalogue';
import { BOARD, GAME, INFO, StillArcana } from './games/res_arcana/fixture';

export const COMPONENTS = new Map<string, Component>(
  CATALOGUE.map((component) => [component.id, component]),
);

vi.setConfig({ testTimeout: 40_000 });
afterEach(cleanup);

/** A question rendered at a desk. */
export function askAtDesk(props: ComponentProps<typeof AskQuestion>) {
  const desk = new Desk(new StillArcana(), () => COMPONENTS);
  return render(AskQuestion, { props, context: deskContext(desk) });
}

/** The whole table with a question, as seat 0 or as a spectator. */
export async function wholeTable(seat: number | 'nobody' = 0, decisions?: Decision[]) {
  const source = new StillArcana(seat, decisions);
  const rendered = render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await rendered.findByLabelText('The centre', {}, { timeout: 20_000 });
  return { source, ...rendered };
}
