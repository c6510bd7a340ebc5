import { setMuted, isMuted } from '../effects/sound';
import type { SideTab } from '../log/SidePanel.svelte';

/** Which panels are open around the board. */
export class Controls {
  side = $state<SideTab>();
  settings = $state(false);
  /** Match actions other than answering. */
  menu = $state(false);
  /** The board as text. */
  textBoard = $state(false);
  muted = $state(isMuted());
  /** Unread chat lines. */
  unread = $state(0);

  constructor(wide: boolean) {
    if (wide) this.side = 'log';
  }

  toggleSide(tab: SideTab): void {
    this.side = this.side === tab ? undefined : tab;
  }

  toggleTextBoard(): void {
    this.textBoard = !this.textBoard;
  }

  toggleSound(): void {
    this.muted = !this.muted;
    setMuted(this.muted);
  }

  /** Closes open panels; returns whether there were any. */
  close(): boolean {
    if (this.settings) this.settings = false;
    else if (this.menu) this.menu = false;
    else return false;
    return true;
  }
}
