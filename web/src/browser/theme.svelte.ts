import { prefer } from './preferences';
import { store, stored } from './storage';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

function preferred(): Theme {
  return THEMES.find((name) => name === stored('theme')) ?? 'dark';
}

let current = $state<Theme>(preferred());

export const theme = {
  get current(): Theme {
    return current;
  },
  choose(name: Theme): void {
    show(name);
    prefer('look', name === 'system' ? 'auto' : name);
  },
  /** As chosen in another browser. */
  adopt(look: unknown): void {
    const known = THEMES.find((one) => one === (look === 'auto' ? 'system' : look));
    if (known) show(known);
  },
};

export function showTheme(): void {
  document.documentElement.dataset.theme = current;
}

function show(name: Theme): void {
  current = name;
  store('theme', name);
  showTheme();
}
