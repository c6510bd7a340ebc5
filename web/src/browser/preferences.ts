import { writeStorage, readStorage } from './storage';

type Preference = string | boolean;

/** Preferences waiting for an account to store them. */
const UNSENT = 'unsent';

type Keeper = (name: string, value: Preference) => void;

let keeper: Keeper | undefined;

/** Store a preference with the account; the browser keeps its own copy. */
export function setPreference(name: string, value: Preference): void {
  keeper?.(name, value);
}

export function keepPreferencesWith(keep: Keeper): void {
  keeper = keep;
}

/** Preferences set before there was an account. */
export function unsentPreferences(): Record<string, Preference> {
  try {
    return JSON.parse(readStorage(UNSENT) ?? '{}') as Record<string, Preference>;
  } catch {
    return {};
  }
}

export function keepUnsentPreference(name: string, value: Preference): void {
  writeStorage(UNSENT, JSON.stringify({ ...unsentPreferences(), [name]: value }));
}

export function clearUnsentPreferences(): void {
  writeStorage(UNSENT, '{}');
}
