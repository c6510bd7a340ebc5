import type { Json, JsonObject } from '../api/types';
import { store, stored } from '../browser/storage';

/** Where likings wait for an account that keeps them. */
const UNSENT = 'unsent';

type Keeper = (name: string, value: Json) => void;

let keeper: Keeper | undefined;

/** Tell whoever keeps it for the account what a person likes; the browser keeps its own copy. */
export function prefer(name: string, value: Json): void {
  keeper?.(name, value);
}

export function keptBy(keep: Keeper): void {
  keeper = keep;
}

/** What was chosen while there was no account. */
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
