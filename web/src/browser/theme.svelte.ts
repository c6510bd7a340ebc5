import { setPreference } from './preferences';
import { writeStorage, readStorage } from './storage';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

function storedTheme(): Theme {
  return THEMES.find((name) => name === readStorage('theme')) ?? 'dark';
}

let current = $state<Theme>(storedTheme());

export const theme = {
  get current(): Theme {
    return current;
  },
  choose(name: Theme): void {
    show(name);
    setPreference('look', name === 'system' ? 'auto' : name);
  },
  /** As chosen in another browser. */
  adopt(look: unknown): void {
    const chosenTheme = THEMES.find((theme) => theme === (look === 'auto' ? 'system' : look));
    if (chosenTheme) show(chosenTheme);
  },
};

export function showTheme(): void {
  document.documentElement.dataset.theme = current;
}

function show(name: Theme): void {
  current = name;
  writeStorage('theme', name);
  showTheme();
}
