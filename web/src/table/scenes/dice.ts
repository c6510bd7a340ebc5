/** Dice: random numbers that are the same for the same name. */

export type Dice = (low?: number, high?: number) => number;

/** Random numbers from `low` to below `high`: mulberry32 over an FNV hash of the name. */
export function diceOf(name: string): Dice {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return (low = 0, high = 1) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (high - low);
  };
}
