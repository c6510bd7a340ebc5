import { tick } from 'svelte';

import { asProblem, type Problem } from '../../api/problem';
import type { Decision, Hint, Suggestion, View } from '../../api/types';
import type { Move } from './move.svelte';
import type { Source } from './source';

/** What hints need of the desk. */
interface HintDesk {
  readonly source: Source;
  readonly seat: number | undefined;
  readonly view: View | undefined;
  readonly active: Decision | undefined;
  readonly move: Move;
  readonly byKeys: boolean;
  putDown(): void;
}

/** A requested hint; with neither a hint nor a problem, it is still on its way. */
export interface RequestedHint {
  decision: string;
  hint?: Hint;
  problem?: Problem;
}

/** The hint for the question in front of the player; another question closes it. */
export class Hints {
  readonly #desk: HintDesk;
  #request = $state.raw<RequestedHint>();

  constructor(desk: HintDesk) {
    this.#desk = desk;
  }

  /** Whether the match has hints: unrated, against built-in bots alone, and no task. */
  get allowed(): boolean {
    const { source, seat, view } = this.#desk;
    const { match } = source;
    if (!source.hint || !match || match.rated || match.lesson || seat === undefined) return false;
    if (source.end || view?.status !== 'playing') return false;
    return match.seats.every(
      (other) => other.seat === seat || (other.bot && (other.resigned || !other.stands_in)),
    );
  }

  get requested(): RequestedHint | undefined {
    return this.#request?.decision === this.#desk.active?.id ? this.#request : undefined;
  }

  /** Asks for a hint, or closes the one that is open; returns whether it could. */
  toggle(): boolean {
    const { source, active } = this.#desk;
    if (!active || source.pending || !(this.requested || this.allowed)) return false;
    if (this.requested) this.close();
    else void this.#ask(active.id);
    return true;
  }

  async #ask(decision: string): Promise<void> {
    const request: RequestedHint = { decision };
    this.#request = request;
    const reply = await this.#desk.source.hint?.(decision).then(
      (hint): RequestedHint => ({ ...request, hint }),
      (thrown): RequestedHint => ({ ...request, problem: asProblem(thrown) }),
    );
    if (this.#request === request) this.#request = reply;
  }

  close(): void {
    this.#request = undefined;
  }

  /** Prepares the suggested answer; nothing is sent. */
  async prefill({ answer }: Suggestion): Promise<void> {
    const { active, move, byKeys } = this.#desk;
    if (!active) return;
    this.#desk.putDown();
    move.prefill(answer);
    await tick();
    const button = document.querySelector<HTMLElement>(
      '#question .answers :is(.suggested, .primary)',
    );
    button?.scrollIntoView?.({ block: 'nearest' });
    if (byKeys) button?.focus();
  }
}
