import { instanceApi } from '../api/instance';
import type { Instance, SitePageName } from '../api/types';
import { language } from '../i18n/locale.svelte';

const REFRESH_MS = 5 * 60 * 1000;
/** The pages that a host may write, in the order of the links to them. */
const PAGES: readonly SitePageName[] = ['rules', 'terms', 'privacy', 'imprint'];

let current = $state.raw<Instance | undefined>(embedded());

/** What the server wrote into the page, so that the first paint has it. */
function embedded(): Instance | undefined {
  const json = document.getElementById('instance')?.textContent;
  return json ? (JSON.parse(json) as Instance) : undefined;
}

/** The text in the reader's language, else in English, else in any. */
function inLanguage<T>(texts: Record<string, T> | undefined): T | undefined {
  return texts?.[language.current] ?? texts?.en ?? Object.values(texts ?? {})[0];
}

/** Instance: the server's name and pages, who may take part, and what is announced. */
export const instance = {
  get name(): string {
    return current?.name ?? 'Conclave';
  },
  get hasLogo(): boolean {
    return current?.logo ?? false;
  },
  get tagline(): string | undefined {
    return inLanguage(current?.texts)?.tagline;
  },
  get welcome(): string | undefined {
    return inLanguage(current?.texts)?.welcome;
  },
  get pages(): readonly SitePageName[] {
    return PAGES.filter((page) => current?.pages[page]);
  },
  get contact(): string | undefined {
    return current?.contact;
  },
  get registration(): Instance['registration'] {
    return current?.registration ?? 'open';
  },
  /** Whether one may play without an account. */
  get hasGuests(): boolean {
    return current?.guests ?? true;
  },
  /** The providers with which one may sign in. */
  get providers(): Instance['providers'] {
    return current?.providers ?? [];
  },
  /** Whether the server sends mail. */
  get hasMail(): boolean {
    return current?.mail ?? false;
  },
  get announcement(): string | undefined {
    return inLanguage(current?.announcement);
  },
  get inMaintenance(): boolean {
    return current?.maintenance ?? false;
  },
  /** Read again what is announced. */
  async load(): Promise<void> {
    current = await instanceApi.instance();
  },
  get accent(): { dark: string | undefined; light: string | undefined } {
    return { dark: current?.accent, light: current?.accent_light };
  },
};

/** Keep up with what is announced; returns a function that stops it. */
export function watchInstance(): () => void {
  const refresh = (): void => {
    if (document.visibilityState === 'visible') void instance.load().catch(() => undefined);
  };
  if (!current) refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return () => clearInterval(timer);
}

/** The host's colours, in place of the usual ones. */
export function applyAccent(): void {
  const { dark, light } = instance.accent;
  const { style } = document.documentElement;
  if (dark) {
    style.setProperty('--accent-dark', dark);
    style.setProperty('--on-accent-dark', readableOn(dark));
  }
  if (light) {
    style.setProperty('--accent-light', light);
    style.setProperty('--on-accent-light', readableOn(light));
  }
}

const readableOn = (colour: string): string => (isBright(colour) ? '#14110a' : '#fffdf8');

/** Whether dark text is easier to read on the colour than light text (WCAG's relative luminance). */
export function isBright(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((first) => {
    const share = parseInt(colour.slice(first, first + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
