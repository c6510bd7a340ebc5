/** The browser's locks, which the tests' environment lacks: one holder each, the others wait. */
export function locks(): Pick<LockManager, 'request'> {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, _options: LockOptions, whileHeld: () => Promise<unknown>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(whileHeld);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}
