/** The table with a fixture, served by `npm run dev` at /tests/dev/ and never built. */

import '@fontsource/cinzel/700.css';
import '@fontsource-variable/source-sans-3';
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';

import { mount } from 'svelte';

import type { GameDetails } from '../../src/api/types';
import MatchTable from '../../src/table/MatchTable.svelte';
import { BOARD, ACTION, GAME, INFO, PAYMENT, StillArcana } from '../games/res_arcana/fixture';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get('theme') ?? 'dark';

/** The real catalogue if a server responds; else that of the fixture. */
async function game(): Promise<GameDetails> {
  try {
    const response = await fetch('/api/v1/games/res_arcana');
    return response.ok ? ((await response.json()) as GameDetails) : GAME;
  } catch {
    return GAME;
  }
}

const seat = asked.has('watch') ? 'nobody' : 0;
const source = new StillArcana(seat, [asked.has('pay') ? PAYMENT : ACTION]);
if (asked.has('end')) {
  source.end = {
    seed: '00ff00ff00ff00ff',
    outcome: {
      ranks: [[2], [0], [1, 3]],
      reason: 'finished',
      sheet: [9, 2, 11, 1].map((total, seat) => ({
        seat,
        total,
        lines: [
          { key: 'places', text: 'Places of Power', points: total - 1 },
          { key: 'artifacts', text: 'Artifacts', points: 1 },
        ],
      })),
    },
  };
}

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app element');
export default mount(MatchTable, {
  target,
  props: { source, info: INFO, game: await game(), board: BOARD },
});
