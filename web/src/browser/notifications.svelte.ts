import { prefer } from '../session/preferences';
import { store, stored } from './storage';

const KEPT = 'alerts';

let wanted = $state(stored(KEPT) === 'on');

/** Notes of the system, outside the page: for those who look at something else. */
export const alerts = {
  /** Whether this browser can show any. */
  get possible(): boolean {
    return 'Notification' in window;
  },
  /** Wished for, and allowed by this browser. */
  get on(): boolean {
    return wanted && alerts.possible && Notification.permission === 'granted';
  },
  /** Whether the person said no in the browser's own dialog: only there it can be changed. */
  get refused(): boolean {
    return alerts.possible && Notification.permission === 'denied';
  },

  /** The browser asks before the first. */
  async choose(on: boolean): Promise<void> {
    const allowed = on && alerts.possible && (await Notification.requestPermission()) === 'granted';
    keep(allowed);
    prefer('notifications', allowed);
  },
  /** As it was chosen in another browser; whether this one may is its own affair. */
  adopt(on: unknown): void {
    if (typeof on === 'boolean') keep(on);
  },

  /** Say something to somebody who does not look at the page; a click leads there. */
  show(title: string, path: string, lead: (path: string) => void): void {
    if (!alerts.on || document.visibilityState === 'visible') return;
    const note = new Notification(title, { icon: '/icon-turn.svg', tag: path });
    note.onclick = () => {
      window.focus();
      lead(path);
      note.close();
    };
  },
};

function keep(on: boolean): void {
  wanted = on;
  store(KEPT, on ? 'on' : 'off');
}
