import type { Problem } from '../api/problem';
import type { ProblemName } from '../api/types';
import { language, text } from './text';
import type { Catalogue } from './texts/english/page';

type KnownProblem = ProblemName | 'unreachable' | 'cookies-refused';

/** The text of each problem. */
const SENTENCES: Record<KnownProblem, keyof Catalogue['problem']> = {
  unreachable: 'unreachable',
  'cookies-refused': 'cookiesRefused',
  'illegal-answer': 'illegalAnswer',
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  'not-found': 'notFound',
  'name-taken': 'nameTaken',
  'signed-in': 'signedIn',
  'seat-taken': 'seatTaken',
  'match-full': 'matchFull',
  'match-over': 'matchOver',
  paused: 'paused',
  'match-not-started': 'matchNotStarted',
  'wrong-code': 'wrongCode',
  'already-seated': 'alreadySeated',
  'already-started': 'alreadyStarted',
  'seats-open': 'seatsOpen',
  unconfirmed: 'unconfirmed',
  'not-your-decision': 'notYourDecision',
  'stale-decision': 'staleDecision',
  'offer-closed': 'offerClosed',
  'undo-off': 'undoOff',
  'undo-sealed': 'undoSealed',
  'invalid-request': 'invalid',
  'method-not-allowed': 'invalid',
  'payload-too-large': 'tooLarge',
  'rate-limited': 'rateLimited',
  'too-many-tables': 'tooManyTables',
  'too-many-matches': 'tooManyMatches',
  'too-many-bot-matches': 'tooManyBotMatches',
  'too-much-chat': 'tooMuchChat',
  'request-in-progress': 'unavailable',
  unavailable: 'unavailable',
  'engine-timeout': 'unavailable',
  internal: 'unexpected',
};

/** Problems whose server-side detail says more than our text; it is English only. */
const DETAILED_BY_SERVER = new Set<string>([
  'forbidden',
  'illegal-answer',
  'invalid-request',
  'undo-sealed',
  'too-many-tables',
  'too-many-matches',
  'too-many-bot-matches',
] satisfies ProblemName[]);

/** A problem in the reader's language, or in the server's words where only it can explain. */
export function sayProblem(problem: Problem): string {
  const field = problem.type === 'invalid-request' && fieldsOfProblem(problem).find(hasSentence);
  if (field) return text().wrong[field];
  const detail = problem.body.detail ?? problem.body.why;
  if (detail && language.current === 'en' && DETAILED_BY_SERVER.has(problem.type)) return detail;
  if (isKnown(problem.type)) return text().problem[SENTENCES[problem.type]];
  return problem.message || text().problem.unexpected;
}

function isKnown(type: string): type is KnownProblem {
  return Object.hasOwn(SENTENCES, type);
}

/** The fields of a form that a problem is about. */
export function fieldsOfProblem(problem: Problem): string[] {
  if (problem.type === 'name-taken') return ['name'];
  const errors = Array.isArray(problem.body.errors) ? (problem.body.errors as unknown[]) : [];
  return errors.flatMap((error) => {
    const place = (error as { loc?: unknown }).loc;
    const last: unknown = Array.isArray(place) ? place.findLast(isNameOfField) : undefined;
    return typeof last === 'string' ? [last] : [];
  });
}

/** The error text for a field named by the problem. */
export function sayWrongField(problem: Problem, field: string): string {
  if (problem.type === 'name-taken') return text().problem.nameTaken;
  return hasSentence(field) ? text().wrong[field] : sayProblem(problem);
}

function isNameOfField(part: unknown): boolean {
  return typeof part === 'string' && part !== 'body' && !/^\d+$/.test(part);
}

function hasSentence(field: string): field is keyof Catalogue['wrong'] {
  return Object.hasOwn(text().wrong, field);
}
