import { store, stored } from './stored';

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
    current = name;
    store('theme', name);
    showTheme();
  },
};

export function showTheme(): void {
  document.documentElement.dataset.theme = current;
}
