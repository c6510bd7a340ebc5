/** Local storage, if available: private windows may refuse it. */
export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(`conclave.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(`conclave.${key}`, value);
  } catch {
    // Only the stored copy is lost.
  }
}
