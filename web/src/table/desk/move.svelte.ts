import type { Answer, ChooseDecision, Decision } from '../../api/types';

/** Whether one option is chosen, which answers at once, or several. */
export function choiceOf({ max }: ChooseDecision): 'one' | 'many' {
  return max > 1 ? 'many' : 'one';
}

/** An unfinished move: nothing is sent before it is complete. */
export class Move {
  picked = $state<string[]>([]);
  amount = $state(0);
  mix = $state<Record<string, number>>({});
  readonly #start: { picked: string[]; amount: number };

  constructor(decision: Decision | undefined) {
    this.#start = {
      picked: decision?.kind === 'order' ? decision.options.map((option) => option.key) : [],
      amount: decision?.kind === 'amount' ? decision.min : 0,
    };
    this.reset();
  }

  reset(): void {
    this.picked = [...this.#start.picked];
    this.amount = this.#start.amount;
    this.mix = {};
  }

  /** Becomes this answer, which is not sent. */
  prefill(answer: Answer): void {
    this.reset();
    if (typeof answer === 'number') this.amount = answer;
    else if (typeof answer === 'string') this.picked = [answer];
    else if (Array.isArray(answer)) this.picked = [...answer];
    else this.mix = { ...answer };
  }

  get begun(): boolean {
    return (
      this.picked.join() !== this.#start.picked.join() ||
      this.amount !== this.#start.amount ||
      this.mixCount > 0
    );
  }

  /** How many things the mix holds in all. */
  get mixCount(): number {
    return Object.values(this.mix).reduce((sum, count) => sum + count, 0);
  }

  toggle(key: string, max: number): void {
    if (this.picked.includes(key)) this.picked = this.picked.filter((other) => other !== key);
    else if (this.picked.length < max) this.picked = [...this.picked, key];
    else if (max === 1) this.picked = [key];
  }

  /** Adds to a kind of the mix, within its limits. */
  add(kind: string, by: number, limit: number, max: number): void {
    const now = this.mix[kind] ?? 0;
    const room = max - this.mixCount;
    this.mix[kind] = Math.max(0, Math.min(limit, now + Math.min(by, room)));
  }

  /** Moves an option of an order to another place. */
  shift(key: string, to: number): void {
    const rest = this.picked.filter((other) => other !== key);
    const place = Math.max(0, Math.min(rest.length, to));
    this.picked = [...rest.slice(0, place), key, ...rest.slice(place)];
  }

  /** The answer, once the move is complete. */
  answerTo(decision: Decision): Answer | undefined {
    switch (decision.kind) {
      case 'choose': {
        const isComplete =
          this.picked.length >= decision.min && this.picked.length <= Math.max(decision.max, 1);
        if (!isComplete) return undefined;
        return choiceOf(decision) === 'many' ? [...this.picked] : (this.picked[0] ?? []);
      }
      case 'amount':
        return this.amount;
      case 'mix': {
        const isComplete = this.mixCount >= decision.min && this.mixCount <= decision.max;
        if (!isComplete) return undefined;
        return Object.fromEntries(Object.entries(this.mix).filter(([, count]) => count > 0));
      }
      case 'order':
        return [...this.picked];
    }
  }
}
