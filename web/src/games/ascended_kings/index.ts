import Blocked from '~icons/lucide/shield';
import Cast from '~icons/lucide/wand-sparkles';
import Dead from '~icons/lucide/skull';
import Dice from '~icons/lucide/dices';
import Fire from '~icons/lucide/flame';
import GivenUp from '~icons/lucide/minus';
import Healed from '~icons/lucide/heart';
import Hit from '~icons/lucide/swords';
import Hurt from '~icons/lucide/heart-crack';
import Inscribed from '~icons/lucide/feather';
import King from '~icons/lucide/crown';
import Levelled from '~icons/lucide/chevrons-up';
import Limit from '~icons/lucide/hourglass';
import Made from '~icons/lucide/flask-conical';
import Moved from '~icons/lucide/footprints';
import State from '~icons/lucide/circle-dot';
import Taken from '~icons/lucide/plus';
import Won from '~icons/lucide/trophy';

import type { GameBoard } from '../../table/manifest';
import AbilityScene from './art/AbilityScene.svelte';
import AskDice from './board/AskDice.svelte';
import AskKing from './board/AskKing.svelte';
import KingsBoard from './board/KingsBoard.svelte';
import { GEMS } from './gems';
import KingsHand from './board/KingsHand.svelte';
import KingsLargeCard from './board/KingsLargeCard.svelte';
import KingsTextBoard from './board/KingsTextBoard.svelte';
import WinningKing from './board/WinningKing.svelte';
import { scored } from './scored';
import { showableOf, tableOf, type Edge } from './view';
import { words } from './words';

/** A King falls, the fire closes, the end comes near. */
const MOMENTS =
  /\.(died|immolated|wall_advanced|last_king|omega_war|omega_stone|claimed|limit_near)$/;

/** Questions that ask for an Instant Power: a card is the answer. */
const REACTION_PROMPTS = /\.(defend|incoming|respond)$/;

/** A tile by its printed number. */
function targetOf(tile: string | number): string {
  return `t${String(tile).padStart(2, '0')}`;
}

const board: GameBoard = {
  room: 'fire',
  Board: KingsBoard,
  plates: true,
  Hand: KingsHand,
  hands: { full: { cardWidth: 144, lip: 88 }, low: { cardWidth: 136, lip: 60 } },
  Text: KingsTextBoard,
  Large: KingsLargeCard,
  Crown: WinningKing,
  glyphs: GEMS,
  eventTargets: { tile: targetOf, start: targetOf },
  icons: [
    [/^(rolled|rolled_tile|allocated|mirrored)$/, Dice],
    [/walked|teleported|bridged|pushed|pulled|escaped/, Moved],
    [/^(acquired|took_|stolen|converted)/, Taken],
    [/gave_up|wasted|lacking/, GivenUp],
    [/^(transmuted|untransmuted|broken|prism)$/, Made],
    [/inscribed/, Inscribed],
    [/^(cast|activated|instant)$/, Cast],
    [/attacked/, Hit],
    [/defended|shielded|cancelled/, Blocked],
    [/healed|absorbed/, Healed],
    [/wounded/, Hurt],
    [/died|killed|dropped/, Dead],
    [/wall|fire|immolated|exploded|burned|deadlock|^event$/, Fire],
    [/crowned/, King],
    [/levelled/, Levelled],
    [/^state$/, State],
    [/^limit/, Limit],
    [/omega|last_king/, Won],
  ],
  moment: ({ key, text }) => {
    if (!MOMENTS.test(key)) return undefined;
    return key.endsWith('.died') ? words.fell(text) : text;
  },
  fullName: ({ name, facts }) =>
    typeof facts?.level === 'number' ? `${name} ${facts.level}` : name,
  questions: { 'ascended_kings.allocate': AskDice, 'ascended_kings.king': AskKing },
  picture: (id) => (/^(asc|rev)_/.test(id) ? AbilityScene : undefined),
  reference: () => import('./reference'),
  scored,
  standing: (view, seat) => {
    const { players } = tableOf(view);
    const mat = players[`p${seat}`];
    if (mat?.king === undefined) return undefined;
    const rank = 1 + Object.values(players).filter(({ koru }) => koru > mat.koru).length;
    const label = words.ranked(words.koru(mat.koru), rank, Object.keys(players).length);
    return { points: mat.koru, label, beside: `#${rank}` };
  },
  usesUpCard: ({ key }, prompt) => key.startsWith('instant:') && !REACTION_PROMPTS.test(prompt),
  optionalLabels: { 'ascended_kings.absorb_unhurt': () => words.absorb },
  showableCards: (view, seat) => showableOf(tableOf(view), seat),
  componentOf: (view, id) => {
    const tile = /^t?(\d{1,2})$/.exec(id)?.[1];
    if (tile) return words.tile(tile.padStart(2, '0'));
    if (id.startsWith('w_')) return words.walls[id.slice(2) as Edge];
    const mat = tableOf(view).players[id];
    return mat?.king ?? (id === 'inscription' ? words.inscription : undefined);
  },
  origin: (view, id) => {
    if (!/^(asc|rev)_/.test(id)) return undefined;
    const deck = id.startsWith('rev_') ? 'revenant' : 'ascendant';
    const { discard } = tableOf(view).decks[deck];
    return discard.includes(id) ? `discard:${deck}` : `deck:${deck}`;
  },
};

export default board;
