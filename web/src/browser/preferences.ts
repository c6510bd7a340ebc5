import { writeStorage, readStorage } from './storage';

type PreferenceValue = string | boolean;

/** Preferences waiting for an account to store them. */
const UNSENT = 'unsent';

type PreferenceListener = (name: string, value: PreferenceValue) => void;

let listener: PreferenceListener | undefined;

/** Report a changed preference, to be stored with the account; the browser has its own copy. */
export function setPreference(name: string, value: PreferenceValue): void {
  listener?.(name, value);
}

export function onPreferenceChange(newListener: PreferenceListener): void {
  listener = newListener;
}

/** Preferences set before there was an account. */
export function unsentPreferences(): Record<string, PreferenceValue> {
  try {
    return JSON.parse(readStorage(UNSENT) ?? '{}') as Record<string, PreferenceValue>;
  } catch {
    return {};
  }
}

export function storeUnsentPreference(name: string, value: PreferenceValue): void {
  writeStorage(UNSENT, JSON.stringify({ ...unsentPreferences(), [name]: value }));
}

export function clearUnsentPreferences(): void {
  writeStorage(UNSENT, '{}');
}
