/** The zones of the shell, for the boards within it. */

import { getContext, setContext } from 'svelte';

import { shellZones, type Rect, type ShellZones, type Size } from './zones';

const KEY = Symbol('shell');

export function setShell(read: () => ShellZones): void {
  setContext(KEY, read);
}

/** The zones as they are now; read them in a `$derived`. */
export function useShell(): () => ShellZones {
  return getContext<(() => ShellZones) | undefined>(KEY) ?? (() => shellZones(noWindow));
}

const noWindow = { window: { width: 1440, height: 900 } };

/** A board alone, without bar, ribbon and hand: a picture of a table. */
export function boardAlone(window: Size): ShellZones {
  const zones = shellZones({ window, hand: false });
  const board: Rect = { x: 0, y: 0, ...window };
  return { ...zones, board };
}
