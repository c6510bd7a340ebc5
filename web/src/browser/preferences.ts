import { store, stored } from './storage';

type Preference = string | boolean;

/** Preferences waiting for an account to store them. */
const UNSENT = 'unsent';

type Keeper = (name: string, value: Preference) => void;

let keeper: Keeper | undefined;

/** Store a preference with the account; the browser keeps its own copy. */
export function prefer(name: string, value: Preference): void {
  keeper?.(name, value);
}

export function keptBy(keep: Keeper): void {
  keeper = keep;
}

/** Preferences set before there was an account. */
export function unsent(): Record<string, Preference> {
  try {
    return JSON.parse(stored(UNSENT) ?? '{}') as Record<string, Preference>;
  } catch {
    return {};
  }
}

export function keepUnsent(name: string, value: Preference): void {
  store(UNSENT, JSON.stringify({ ...unsent(), [name]: value }));
}

export function sent(): void {
  store(UNSENT, '{}');
}
