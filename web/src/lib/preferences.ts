import type { Json } from './protocol';

type Keeper = (name: string, value: Json) => void;

let keeper: Keeper | undefined;

/** Tell whoever keeps it for the account what a person likes; the browser keeps its own copy. */
export function prefer(name: string, value: Json): void {
  keeper?.(name, value);
}

export function keptBy(keep: Keeper): void {
  keeper = keep;
}
