import type { GameBoard } from '../boards';
import Board from './Board.svelte';
import { tableOf } from './view';

const board: GameBoard = {
  Board,
  stands: (view, id) => {
    const table = tableOf(view);
    return table.units[id]?.card ?? table.battlefields[id]?.card;
  },
};

export default board;
