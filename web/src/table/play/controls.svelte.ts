import { mute, isMuted } from '../effects/sound';
import type { SideTab } from '../log/SidePanel.svelte';

/** Which panels are open around the board. */
export class Controls {
  side = $state<SideTab>();
  help = $state(false);
  /** Match actions other than answering. */
  menu = $state(false);
  /** The board as text. */
  text = $state(false);
  quiet = $state(isMuted());
  /** Unread chat lines. */
  unread = $state(0);

  constructor(wide: boolean) {
    if (wide) this.side = 'log';
  }

  toggleSide(tab: SideTab): void {
    this.side = this.side === tab ? undefined : tab;
  }

  toggleText(): void {
    this.text = !this.text;
  }

  toggleSound(): void {
    this.quiet = !this.quiet;
    mute(this.quiet);
  }

  /** Closes open panels; returns whether there were any. */
  close(): boolean {
    if (this.help) this.help = false;
    else if (this.menu) this.menu = false;
    else return false;
    return true;
  }
}
