import { ChoicePreference } from '../../browser/choice_preference.svelte';
import { sounds } from '../../browser/sounds';
import type { SideTab } from '../log/SidePanel.svelte';

/** Whether the log is docked beside the board, where the window has room for it. */
const dockedLog = new ChoicePreference('dock', 'on', ['on', 'off'] as const);

/** Which panels are open around the board. */
export class Controls {
  side = $state<SideTab>();
  settings = $state(false);
  /** Match actions other than answering. */
  menu = $state(false);
  /** The board as text. */
  textBoard = $state(false);
  /** Unread chat lines. */
  unread = $state(0);

  /** Whether the window has room for a docked log. */
  mayDock = $state(false);

  get docked(): boolean {
    return this.mayDock && dockedLog.value === 'on';
  }

  toggleDock(): void {
    const dock = !this.docked;
    dockedLog.choose(dock ? 'on' : 'off');
    if (!dock) this.side = undefined;
  }

  /** Opens a drawer, or closes it; a docked one only changes its tab. */
  toggleSide(tab: SideTab): void {
    this.side = this.side === tab && !this.docked ? undefined : tab;
  }

  closeSide(): void {
    if (this.docked) this.toggleDock();
    this.side = undefined;
  }

  toggleTextBoard(): void {
    this.textBoard = !this.textBoard;
  }

  get muted(): boolean {
    return !sounds.on;
  }

  toggleSound(): void {
    sounds.choose(this.muted);
  }

  /** Closes open panels; returns whether there were any. */
  close(): boolean {
    if (this.settings) this.settings = false;
    else if (this.menu) this.menu = false;
    else return false;
    return true;
  }
}
