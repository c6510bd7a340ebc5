import Bitten from '~icons/lucide/heart-crack';
import Drawn from '~icons/lucide/layers';
import Claimed from '~icons/lucide/flag';
import Passed from '~icons/lucide/moon';
import Token from '~icons/lucide/shield';
import Used from '~icons/lucide/sparkles';

import type { GameBoard } from '../../table/manifest';
import AskDeck from './board/AskDeck.svelte';
import AskMashUp from './board/AskMashUp.svelte';
import AskOnBoard from './board/AskOnBoard.svelte';
import AskSplit from './board/AskSplit.svelte';
import EmpyreanBoard from './board/EmpyreanBoard.svelte';
import EmpyreanHand from './board/EmpyreanHand.svelte';
import EmpyreanLargeCard from './board/EmpyreanLargeCard.svelte';
import EmpyreanTextBoard from './board/EmpyreanTextBoard.svelte';
import WinnersBanner from './board/WinnersBanner.svelte';
import { scored } from './scored';
import { leadCount, playerId, tableOf, totalMight } from './view';
import { words } from './words';

const unit = (id: string | number) => `unit:${id}`;
const ask = (prompt: string) => `battle_for_empyrean.${prompt}`;

const board: GameBoard = {
  room: 'rain',
  Board: EmpyreanBoard,
  Hand: EmpyreanHand,
  hands: { full: { cardWidth: 152, lip: 104 }, low: { cardWidth: 136, lip: 64 } },
  Large: EmpyreanLargeCard,
  Text: EmpyreanTextBoard,
  Crown: WinnersBanner,
  narrates: true,
  plates: true,
  mixTargetKind: 'unit',
  eventTargets: { at: (id) => `battlefield:${id}`, bitten: unit, gone: unit, source: unit, unit },
  icons: [
    [/^deployed_(all|none)$/, Passed],
    [/^token_passed$|^first_player$/, Claimed],
    [/token|stop/, Token],
    [/^(essence|at_maximum)/, Used],
    [/^bit$/, Bitten],
    [/^(acquired|deck|first_hand)/, Drawn],
    [/^(battlefields|battlefield_tied|acting_order|end_of_game)$/, Claimed],
  ],
  reference: () => import('./reference'),
  /** What each battlefield comes to is said on it, as they are judged one after another. */
  moment: ({ key, text }) => (key.endsWith('.end_of_game') ? text : undefined),
  scored,
  decidedBy: () => words.battlefields,
  standing: (view, seat) => {
    const table = tableOf(view);
    const player = playerId(seat);
    if (!Object.keys(table.battlefields).length) return undefined;
    const [points, might] = [leadCount(table, player), totalMight(table, player)];
    return {
      points,
      label: words.standing(words.leadsOn(points), words.total(might)),
      beside: `${might}`,
    };
  },
  componentOf: (view, id) => {
    const table = tableOf(view);
    const unit = table.units[id];
    if (unit) return unit.card ?? 'face_down_card';
    return table.battlefields[id]?.card;
  },
  questions: {
    [ask('command')]: AskOnBoard,
    [ask('deploy')]: AskOnBoard,
    [ask('deck')]: AskDeck,
    [ask('mash_up')]: AskMashUp,
    [ask('capture')]: AskSplit,
    [ask('give_souls')]: AskSplit,
    [ask('raise_the_dead')]: AskSplit,
    [ask('sandals_split')]: AskSplit,
  },
  origin: (view, id) => {
    const table = tableOf(view);
    const unit = table.units[id];
    if (unit) return unit.face_up || !unit.card ? `hand:${unit.owner}` : `card:${unit.card}`;
    const [, drawn] = /^card:(.+)$/.exec(id) ?? [];
    return drawn ? 'draft-0' : undefined;
  },
};

export default board;
