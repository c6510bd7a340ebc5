import type { Problem } from './problem';
import { text } from './text';
import type { Catalogue } from './texts/english';

const SENTENCES: Record<string, keyof Catalogue['problem']> = {
  unreachable: 'unreachable',
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  'not-found': 'notFound',
  'name-taken': 'nameTaken',
  'seat-taken': 'seatTaken',
  'match-full': 'matchFull',
  'wrong-code': 'wrongCode',
  'already-seated': 'alreadySeated',
  'already-started': 'alreadyStarted',
  'seats-open': 'seatsOpen',
  'rate-limited': 'rateLimited',
  unavailable: 'unavailable',
  'engine-timeout': 'unavailable',
};

/** A problem in the reader's language; what only the server can explain, in its own words. */
export function sayProblem(problem: Problem): string {
  const sentence = SENTENCES[problem.type];
  if (sentence) return text().problem[sentence];
  return problem.message || text().problem.unexpected;
}
