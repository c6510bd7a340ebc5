/** Zones of the arena: its size and the forms of dials and mats, a function of the shell's zones and
 * the seats alone. */

import type { ShellZones } from '../../../table/layout/zones';

export interface ArenaZones {
  /** Whether the mats lie beside the arena, not below it. */
  beside: boolean;
  /** The side of the arena. */
  arena: number;
  /** Of rivals' mats, side by side. */
  columns: number;
  /** Smaller dials, and signs in place of words on buttons. */
  tight: boolean;
  /** Rivals' mats take two lines each; they open over the board. */
  brief: boolean;
  /** One's own mat is smaller, and no words stand below its parts. */
  small: boolean;
}

const CAPTION_PX = 44;
const PADDING_PX = 20;
const GAP_PX = 8;
const MIN_BESIDE_PX = 330;
const MIN_MAT_PX = 320;
/** Heights of the parts beside the arena, large and small. */
const DIALS_PX = [122, 84] as const;
const OWN_PX = [206, 180] as const;
const RIVAL_PX = [148, 68] as const;
const SUPPLY_PX = 44;
/** From this width all of one's own mat stands in one row. */
const WIDE_MAT_PX = 640;
const WIDE_OWN_PX = 168;

type Form = Pick<ArenaZones, 'tight' | 'brief' | 'small'>;

/** From the one that shows most to the one that shows least. */
const FORMS: readonly Form[] = [
  { tight: false, brief: false, small: false },
  { tight: true, brief: false, small: false },
  { tight: true, brief: true, small: false },
  { tight: true, brief: true, small: true },
];
const SMALLEST: Form = { tight: true, brief: true, small: true };

export function arenaZones(shell: ShellZones, seats: number, seated: boolean): ArenaZones {
  const { width, height } = shell.board;
  const text = shell.textScale;
  const rivals = seated ? seats - 1 : seats;
  if (shell.layout === 'phone') {
    return { beside: false, arena: width - 8, columns: 1, ...SMALLEST, small: false };
  }
  if (shell.layout === 'upright') {
    const arena = Math.round(Math.min(width - 16, height * 0.58));
    return { beside: false, arena, columns: 2, ...SMALLEST, small: false };
  }
  const least = shell.layout === 'sideways' ? 368 : 0;
  const arena = Math.max(
    least,
    Math.round(
      Math.min(height - CAPTION_PX * text - PADDING_PX, width - MIN_BESIDE_PX * text - 36),
    ),
  );
  const room = width - arena - 36;
  const columns = Math.max(1, Math.min(rivals, Math.floor(room / (MIN_MAT_PX * text))));
  const rows = Math.ceil(rivals / columns);
  const own = (small: boolean) =>
    room >= WIDE_MAT_PX * text ? WIDE_OWN_PX : OWN_PX[small ? 1 : 0];
  const heightOf = ({ tight, brief, small }: Form) =>
    DIALS_PX[tight ? 1 : 0] +
    (seated ? own(small) + GAP_PX : 0) +
    rows * (RIVAL_PX[brief ? 1 : 0] + GAP_PX) +
    SUPPLY_PX +
    PADDING_PX;
  const form = FORMS.find((form) => heightOf(form) * text <= height) ?? SMALLEST;
  return { beside: true, arena, columns, ...form };
}
