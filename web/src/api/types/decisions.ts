/** Open questions to one seat, and their answers. */

import type { JsonObject } from './json';

/** A key, a list of keys, an amount, or a mix. */
export type Answer = string | number | string[] | Record<string, number>;

export interface Prompt {
  key: string;
  args: JsonObject;
  text: string;
}

export interface Option {
  key: string;
  text: string;
  /** Things in the view, such as "card:c14", for the board to highlight. */
  targets?: string[];
  /** What an option gives up: answering asks for confirmation first. */
  kind?: OptionKind;
}

/** Discard a card, destroy one, end one's turn or round, waste something, let an opportunity go. */
export type OptionKind = 'discard' | 'destroy' | 'pass' | 'waste' | 'decline';

/** An option that is visible but not possible now. */
export interface Blocked {
  key: string;
  why: string;
  /** Too expensive, already used, or (if absent) not possible now. */
  kind?: 'dear' | 'used';
}

interface DecisionCommon {
  id: string;
  seat: number;
  prompt: Prompt;
  optional: boolean;
  undo: boolean;
  blocked?: Blocked[];
  deadline?: string;
}

export interface ChooseDecision extends DecisionCommon {
  kind: 'choose';
  options: Option[];
  min: number;
  max: number;
  default?: string | string[];
}

export interface AmountDecision extends DecisionCommon {
  kind: 'amount';
  min: number;
  max: number;
  default?: number;
}

export interface MixDecision extends DecisionCommon {
  kind: 'mix';
  limits: Record<string, number>;
  min: number;
  max: number;
  default?: Record<string, number>;
}

export interface OrderDecision extends DecisionCommon {
  kind: 'order';
  options: Option[];
  default?: string[];
}

export type Decision = ChooseDecision | AmountDecision | MixDecision | OrderDecision;
