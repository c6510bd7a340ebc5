import Counted from '~icons/lucide/list-ordered';
import Swapped from '~icons/lucide/arrow-right-left';
import Token from '~icons/lucide/shield';
import Used from '~icons/lucide/sparkles';

import type { GameBoard } from '../../table/manifest';
import ArcanaBoard from './board/ArcanaBoard.svelte';
import ArcanaScene from './art/ArcanaScene.svelte';
import WinnersStar from './board/WinnersStar.svelte';
import { ESSENCES } from './essences';
import ArcanaHand from './board/ArcanaHand.svelte';
import ArcanaLargeCard from './board/ArcanaLargeCard.svelte';
import ArcanaTextBoard from './board/ArcanaTextBoard.svelte';
import { words as common } from '../../table/words';
import { scored } from './scored';
import { playerAt, tableOf } from './view';

const board: GameBoard = {
  room: 'candle',
  Board: ArcanaBoard,
  Hand: ArcanaHand,
  plates: true,
  hands: { full: { cardWidth: 188, lip: 166 }, low: { cardWidth: 108, lip: 64 } },
  Text: ArcanaTextBoard,
  Large: ArcanaLargeCard,
  Crown: WinnersStar,
  glyphs: ESSENCES,
  mixTargetKind: 'essence',
  reference: () => import('./reference'),
  goal: (view) => tableOf(view).goal,
  /** Many a round ends with a check; one that ends the game is a big moment. */
  moment: ({ key, text }) => (key.endsWith('.game_won') ? text : undefined),
  scored,
  standing: (view, seat) => {
    const player = playerAt(tableOf(view), seat);
    return player && { points: player.points, label: common.points(player.points) };
  },
  picture: (id) => (id.includes(':') ? undefined : ArcanaScene),
  icons: [
    [/^took_token$/, Token],
    [/_item$/, Swapped],
    [/^mage$/, Used],
    [/^counted$/, Counted],
  ],
  origin: (view, id) => {
    const table = tableOf(view);
    for (const player of Object.values(table.players)) {
      if (player.hand?.includes(id)) return `deck:${player.seat}`;
      if (player.discard.includes(id)) return `discard:${player.seat}`;
      const kind = player.cards[id]?.kind;
      if (kind === 'monument') return 'deck:monument';
      if (kind === 'artifact') return `deck:${player.seat}`;
    }
    return table.monuments.display.includes(id) ? 'deck:monument' : undefined;
  },
};

export default board;
