/** What became of each seat's chance, in whole percentage points that add up. */

import type { Analysis } from '../../api/types';

export const PARTS = ['start', 'answers', 'luck', 'unexplained'] as const;
export type Part = (typeof PARTS)[number];

/** Unexplained percentage points of one seat that are worth a warning. */
const MIN_DOUBTFUL_POINTS = 30;

/** The parts of a seat add up to its result. */
export interface ChanceAccount extends Record<Part, number> {
  seat: number;
  result: number;
}

/** One account per seat. */
export function chanceAccounts({ accounts }: Analysis): ChanceAccount[] {
  return accounts.map(({ seat, start, gains, luck, unexplained, result }) => {
    const shares = { start, answers: gains, luck, unexplained };
    const wholeNumbers = roundedToSum(PARTS.map((part) => 100 * shares[part]));
    const parts = Object.fromEntries(PARTS.map((part, place) => [part, wholeNumbers[place] ?? 0]));
    return { seat, ...(parts as Record<Part, number>), result: Math.round(100 * result) };
  });
}

/** Whether so much is unexplained that the other parts are to be taken with care. */
export function hasMuchUnexplained(accounts: ChanceAccount[]): boolean {
  return accounts.some(({ unexplained }) => Math.abs(unexplained) >= MIN_DOUBTFUL_POINTS);
}

/** Whole numbers that differ from the given ones by less than 1 and add up to their rounded sum. */
export function roundedToSum(numbers: number[]): number[] {
  const wholeNumbers = numbers.map(Math.floor);
  const sum = (summands: number[]): number => summands.reduce((total, number) => total + number, 0);
  const missing = Math.round(sum(numbers)) - sum(wholeNumbers);
  const byRemainder = numbers
    .map((number, place) => ({ place, remainder: number - Math.floor(number) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { place } of byRemainder.slice(0, missing))
    wholeNumbers[place] = (wholeNumbers[place] ?? 0) + 1;
  return wholeNumbers.map((number) => number + 0);
}
