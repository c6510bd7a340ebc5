import { NAMESPACE } from './paths';

/** Local storage, if available: private windows may refuse it. */
export function readStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(`${NAMESPACE}.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStorage(key: string, value: string): void {
  try {
    localStorage.setItem(`${NAMESPACE}.${key}`, value);
  } catch {
    // Only the stored copy is lost.
  }
}
