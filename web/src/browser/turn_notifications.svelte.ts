import { resolve, type Path } from './paths';
import { setPreference } from './preferences';
import { writeStorage, readStorage } from './storage';

const STORAGE_KEY = 'alerts';

let enabled = $state(readStorage(STORAGE_KEY) === 'on');

/** System notifications, for players who are not looking at the page. */
export const turnNotifications = {
  /** Whether this browser can show any. */
  get possible(): boolean {
    return 'Notification' in window;
  },
  /** Switched on, and allowed by this browser. */
  get on(): boolean {
    return enabled && turnNotifications.possible && Notification.permission === 'granted';
  },
  /** Whether the browser's permission was denied: only its settings can change that. */
  get refused(): boolean {
    return turnNotifications.possible && Notification.permission === 'denied';
  },

  /** The browser asks before the first. */
  async choose(on: boolean): Promise<void> {
    const allowed =
      on && turnNotifications.possible && (await Notification.requestPermission()) === 'granted';
    store(allowed);
    setPreference('notifications', allowed);
  },
  /** As chosen in another browser; this one has its own permission. */
  adopt(on: unknown): void {
    if (typeof on === 'boolean') store(on);
  },

  /** Notify a player who is not looking at the page; a click opens `path`. */
  show(title: string, path: Path, open: (path: Path) => void): void {
    if (!turnNotifications.on || document.visibilityState === 'visible') return;
    const notification = new Notification(title, { icon: resolve('/icon-turn.svg'), tag: path });
    notification.onclick = () => {
      window.focus();
      open(path);
      notification.close();
    };
  },
};

function store(on: boolean): void {
  enabled = on;
  writeStorage(STORAGE_KEY, on ? 'on' : 'off');
}
