import { mute, muted } from '../desk/sound';

/** What is open around the board. */
export class Controls {
  side = $state<'log' | 'chat'>();
  help = $state(false);
  /** What is done at this match besides answering. */
  menu = $state(false);
  /** The board in words. */
  text = $state(false);
  quiet = $state(muted());
  /** Lines of the chat that were not read yet. */
  unread = $state(0);

  constructor(wide: boolean) {
    if (wide) this.side = 'log';
  }

  toggleSide(tab: 'log' | 'chat'): void {
    this.side = this.side === tab ? undefined : tab;
  }

  toggleText(): void {
    this.text = !this.text;
  }

  toggleSound(): void {
    this.quiet = !this.quiet;
    mute(this.quiet);
  }

  /** Closes what is open; whether anything was. */
  close(): boolean {
    if (this.help) this.help = false;
    else if (this.menu) this.menu = false;
    else return false;
    return true;
  }
}
