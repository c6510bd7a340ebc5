/** Zones of the battlefields: heights of their parts, a function of the shell's zones and the armies
 * alone. */

import type { ShellZones } from '../../../table/layout/zones';

export interface FieldZones {
  /** Whether the battlefields lie side by side; on a narrow screen they are swiped. */
  sideBySide: boolean;
  /** Height of a unit, and of the zone that it stands in. */
  zone: number;
  /** Lines of each effect of a battlefield; without any, the phases in which they act. */
  lines: number;
}

const MIN_SIDE_BY_SIDE_PX = 720;
const MIN_ONE_LINE_PX = 1000;
const MIN_NAME_PX = 260;
const ROWS_PER_ARMY = 2;
const EFFECTS = 2;
/** Strips of the players, padding and gaps around and within a battlefield. */
const STRIP_PX = 46;
const PADDING_PX = 58;
const GAP_PX = 6;
const LINE_PX = 17;
const NAME_PX = 30;
/** Might of the armies, where it stands above the law. */
const SCALE_PX = 32;
const PHASES_PX = 20;
/** Of what has happened to it for good. */
const SPENT_PX = 18;
const MAX_LINES = 5;
/** A zone has this height before effects take more lines; and never less than the other. */
const GOOD_ZONE_PX = [0, 0, 74, 62];
const MIN_ZONE_PX = [0, 0, 52, 46];
const MAX_ZONE_PX = 150;
const NARROW_ZONE_PX = 66;

export function fieldZones(shell: ShellZones, armies: number): FieldZones {
  const { width, height } = shell.board;
  const sideBySide = width >= MIN_SIDE_BY_SIDE_PX && shell.layout !== 'phone';
  if (!sideBySide) return { sideBySide, zone: NARROW_ZONE_PX, lines: 3 };
  const text = shell.textScale;
  const rows = ROWS_PER_ARMY * armies;
  /** On a tablet the rounds stand below the strips, and names of battlefields take two lines. */
  const strips = width < MIN_ONE_LINE_PX ? 3 : 2;
  const name = width / (armies + 1) < MIN_NAME_PX ? NAME_PX + 18 : NAME_PX;
  const room =
    height - (strips * STRIP_PX + PADDING_PX + (armies > 2 ? SCALE_PX : 0)) * text - rows * GAP_PX;
  const zoneAt = (lines: number) =>
    Math.floor(
      (room - (name + SPENT_PX + (lines ? lines * EFFECTS * LINE_PX : PHASES_PX)) * text) / rows,
    );
  let lines = MAX_LINES;
  while (lines && zoneAt(lines) < (GOOD_ZONE_PX[armies] ?? 66) * text) lines -= 1;
  // One line would be cut in the middle of a sentence.
  if (lines === 1) lines = 0;
  const zone = Math.min(MAX_ZONE_PX * text, Math.max(zoneAt(lines), MIN_ZONE_PX[armies] ?? 46));
  return { sideBySide, zone, lines };
}
