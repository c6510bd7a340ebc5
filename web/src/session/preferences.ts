import type { Json, JsonObject } from '../api/types';
import { store, stored } from '../browser/storage';

/** Preferences waiting for an account to store them. */
const UNSENT = 'unsent';

type Keeper = (name: string, value: Json) => void;

let keeper: Keeper | undefined;

/** Store a preference with the account; the browser keeps its own copy. */
export function prefer(name: string, value: Json): void {
  keeper?.(name, value);
}

export function keptBy(keep: Keeper): void {
  keeper = keep;
}

/** Preferences set before there was an account. */
export function unsent(): JsonObject {
  try {
    return JSON.parse(stored(UNSENT) ?? '{}') as JsonObject;
  } catch {
    return {};
  }
}

export function keepUnsent(name: string, value: Json): void {
  store(UNSENT, JSON.stringify({ ...unsent(), [name]: value }));
}

export function sent(): void {
  store(UNSENT, '{}');
}
