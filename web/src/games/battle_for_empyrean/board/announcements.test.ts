import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { language } from '../../../i18n/text';
import MatchTable from '../../../table/MatchTable.svelte';
import CardFront from '../cards/CardFront.svelte';
import { describeNotes, spentEffects } from './descriptions';
import {
  BOARD,
  CATALOGUE,
  GAME,
  INFO,
  StillEmpyrean,
} from '../../../../tests/games/battle_for_empyrean/fixture';
import { tableOf, type Battlefield, type EmpyreanTable } from '../view';

afterEach(() => {
  cleanup();
  language.choose('en');
});

/** The table of three in their Deploy Phase, changed. */
async function changed(change: (table: EmpyreanTable) => void) {
  const source = new StillEmpyrean('three');
  if (!source.view) throw new Error('the moment has no view');
  const view = structuredClone(source.view);
  change(tableOf(view));
  source.view = view;
  const rendered = render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await rendered.findAllByRole('heading');
  await vi.waitFor(() => expect(document.querySelector('.board')).not.toBeNull(), 4000);
}

const plate = (seat: number): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`#seat-${seat}`);
  if (!element) throw new Error(`seat ${seat} has a plate`);
  return element;
};

test('a note says what it means: counts as counts, Rounds as Rounds', async () => {
  const notes = {
    bargains: { kind: 'count', n: 3 },
    offerings: { kind: 'count', n: 1 },
    windfall: { kind: 'this_round' },
    burnt_out: { kind: 'once' },
    unheard_of: { kind: 'count', n: 9 },
  } as const;
  expect(describeNotes(notes)).toBe(
    "3 bargains made, 1 offering made, has received this Round's Might, has paid for the fifth card",
  );
  await language.choose('de');
  expect(describeNotes(notes)).toBe(
    '3 Pakte geschlossen, 1 Opfer gebracht, hat die Macht dieser Runde bekommen, hat für die fünfte Karte bezahlt',
  );
  expect(describeNotes({ unheard_of: { kind: 'once' } })).toBe('');
});

test('what only one player gets is said to be taken, wherever the battlefield is told of', async () => {
  await changed((table) => {
    const field = table.battlefields.b1;
    if (field) Object.assign(field, { card: 'palace_of_the_empty_throne', claimed: true });
  });
  expect(screen.getAllByText('The throne is seized').length).toBeGreaterThan(0);
  screen.getAllByRole('button', { name: /The throne is seized/ });
});

test('each race that is over is called by its prize', () => {
  const at = (card: string, more: Partial<Battlefield>) =>
    spentEffects({ card, ...more } as Battlefield).join();
  expect(at('summit_of_ten', { claimed: true, reached: true })).toMatch(
    /3 Might have been awarded/,
  );
  expect(at('summit_of_ten', { reached: true })).toMatch(/has reached 10 Might/);
  expect(at('crystal_caverns', { claimed: true })).toMatch(/card has been drawn/);
  expect(at('some_new_place', { claimed: true })).toMatch(/is taken/);
  expect(at('crystal_caverns', {})).toBe('');
});

test('where a card puts another player first, token and plates name that player', async () => {
  await changed((table) => {
    table.token = 'p1';
    table.order = ['p2', 'p1', 'p0'];
  });
  within(plate(1)).getByRole('img', {
    name: /^First Player Token; .+ acts first in this Round$/,
  });
  within(plate(2)).getByText('Acts first in this Round');
  expect(within(plate(1)).queryByText('Acts first in this Round')).toBeNull();
});

test('without such a card the holder of the token acts first', async () => {
  await changed((table) => {
    table.token = 'p1';
    table.order = ['p1', 'p2', 'p0'];
  });
  within(plate(1)).getByRole('img', { name: 'First Player Token: acts first' });
  expect(screen.queryByText('Acts first in this Round')).toBeNull();
});

test('a card shows the phases in which it acts, and large what its words in brackets mean', () => {
  const card = CATALOGUE.find(({ id }) => id === 'sir_dinadan');
  if (!card) throw new Error('Sir Dinadan is in the catalogue');
  const component = {
    ...card,
    facts: {
      ...card.facts,
      phases: ['command', 'reveal'],
      words: {
        'Round Table': '[Round Table] N - Knights count each other.',
        Bloodlust: 'It never sleeps.',
      },
    },
  };
  const { unmount } = render(CardFront, { props: { component } });
  screen.getByTitle('Acts in the phase Command');
  screen.getByTitle('Acts in the phase Reveal');
  expect(screen.queryByText(/Knights count each other/)).toBeNull();
  unmount();
  render(CardFront, { props: { component, size: 'large' } });
  screen.getByText('[Round Table]', { selector: 'b' });
  screen.getByText('N - Knights count each other.');
  screen.getByText('It never sleeps.');
});
