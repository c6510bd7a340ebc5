/** What this browser remembers, where it may: private windows may refuse. */
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
    // Nothing is lost but the memory of it.
  }
}
