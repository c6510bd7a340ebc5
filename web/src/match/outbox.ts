import type { Problem } from '../api/problem';
import type { Answer, Command, OfferKind, Phrase, SubstituteRequest } from '../api/types';

export type CommandBody =
  | { t: 'answer'; decision: string; answer: Answer }
  | { t: 'undo'; decision: string }
  | { t: 'show'; card: string; to: number[] }
  | { t: 'chat'; text: string; to?: number[] }
  | { t: 'chat'; phrase: Phrase; to?: number[] }
  | ({ t: 'offer'; kind: OfferKind } & Partial<SubstituteRequest>)
  | { t: 'offer'; id: string; accept: boolean };

interface Unsettled {
  command: Command;
  resolve: (ply: number) => void;
  reject: (problem: Problem) => void;
}

/** Unacknowledged commands, in order. Each keeps its idempotency key, so a repeat is harmless. */
export class Outbox {
  readonly #unsettled = new Map<number, Unsettled>();
  readonly #changed: (size: number) => void;
  #refs = 0;

  constructor(changed: (size: number) => void) {
    this.#changed = changed;
  }

  /** The command to send, and the ply at which it was committed. */
  add(body: CommandBody): { command: Command; settled: Promise<number> } {
    this.#refs += 1;
    const command: Command = { ...body, ref: this.#refs, key: freshKey() };
    const settled = new Promise<number>((resolve, reject) => {
      this.#unsettled.set(command.ref, { command, resolve, reject });
    });
    this.#changed(this.#unsettled.size);
    return { command, settled };
  }

  ack(ref: number, ply: number): void {
    this.#take(ref)?.resolve(ply);
  }

  nack(ref: number, problem: Problem): void {
    this.#take(ref)?.reject(problem);
  }

  /** Commands to send again after a reconnect. */
  commands(): Command[] {
    return [...this.#unsettled.values()].map(({ command }) => command);
  }

  /** Reject all pending commands. */
  abandon(problem: Problem): void {
    for (const ref of [...this.#unsettled.keys()]) this.nack(ref, problem);
  }

  #take(ref: number): Unsettled | undefined {
    const entry = this.#unsettled.get(ref);
    if (this.#unsettled.delete(ref)) this.#changed(this.#unsettled.size);
    return entry;
  }
}

/** `crypto.randomUUID` is missing on plain http; `getRandomValues` is not. */
function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
