import type { GameBoard } from '../../table/manifest';
import { ART } from '../../table/cards/art';
import { bringPictures } from '../../table/cards/pictures.svelte';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import TextBoard from './TextBoard.svelte';
import { placed, tableOf } from './view';

bringPictures(ART);

const board: GameBoard = {
  Board,
  Hand,
  Text: TextBoard,
  now: (view, id) => {
    const card = placed(tableOf(view), id);
    return card ? { essences: card.essences, points: card.points } : {};
  },
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
