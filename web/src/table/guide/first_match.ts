import type {
  Answer,
  Decision,
  JsonObject,
  FirstMatch,
  LessonNote,
  NoteCondition,
  ProposedAnswer,
} from '../../api/types';
import { fill } from '../../i18n/templates';

/**
 * The rule of a first match, as the engine has it (`engine/core/first_match.py`): which notes a
 * question to the learner meets, and which answer is proposed. Both are tested on the same cases.
 */

/** A question to the learner, and the events since the last one. */
export interface Frame {
  seat: number;
  round: number;
  prompt: string;
  args: JsonObject;
  /** The keys of its options. */
  options: string[];
  events: { key: string; args: JsonObject }[];
}

/** A note that was met, and what it points at. */
export interface MetNote {
  id: string;
  target: string;
}

/** The notes that the frame meets and that were not met before, in their order. */
export function metNotes(notes: LessonNote[], frame: Frame, metBefore: string[]): MetNote[] {
  return notes.flatMap(({ id, on, points_at: target }) => {
    if (metBefore.includes(id) || (on.after && !metBefore.includes(on.after))) return [];
    const args = argsMeeting(on, frame);
    return args ? [{ id, target: fill(target, args) }] : [];
  });
}

/** The arguments of what meets the condition. */
function argsMeeting(on: NoteCondition, frame: Frame): JsonObject | undefined {
  const { prompt, option, event } = on;
  if (frame.round < (on.round ?? 0) || (prompt && prompt !== frame.prompt)) return undefined;
  if (option && !frame.options.some((key) => key.startsWith(option))) return undefined;
  const meetsCondition = (args: JsonObject) => isMet(on, args, frame.seat);
  if (!event) return meetsCondition(frame.args) ? frame.args : undefined;
  return frame.events.find(({ key, args }) => key === event && meetsCondition(args))?.args;
}

function isMet({ mine, where = {} }: NoteCondition, args: JsonObject, seat: number): boolean {
  if (mine !== undefined && (args.seat === seat) !== mine) return false;
  return Object.entries(where).every(([name, value]) => args[name] === value);
}

/** What proposing needs of a question. */
export type AnswerableQuestion = Pick<Decision, 'kind'> & {
  options?: string[];
  limits?: Record<string, number>;
  min?: number;
  max?: number;
  many?: boolean;
};

/** The first of the answers that fits a question of this prompt. */
export function proposedAnswer(
  answers: ProposedAnswer[],
  prompt: string,
  question: AnswerableQuestion,
  round: number,
): Answer | undefined {
  const proposal = answers.find(
    (candidate) =>
      candidate.prompt === prompt &&
      round <= (candidate.until ?? Infinity) &&
      allows(question, candidate.answer as Answer),
  );
  return proposal?.answer as Answer | undefined;
}

/** Whether the answer is legal. */
function allows(
  { kind, options = [], limits = {}, min = 1, max = 1, many }: AnswerableQuestion,
  answer: Answer,
) {
  const isWithin = (count: number) => count >= min && count <= max;
  const isListed = (keys: string[]) =>
    new Set(keys).size === keys.length && keys.every((key) => options.includes(key));
  if (kind === 'choose' && !many) return typeof answer === 'string' && options.includes(answer);
  if (kind === 'choose')
    return Array.isArray(answer) && isListed(answer) && isWithin(answer.length);
  if (kind === 'order') {
    return Array.isArray(answer) && isListed(answer) && answer.length === options.length;
  }
  if (kind === 'amount') return typeof answer === 'number' && isWithin(answer);
  if (typeof answer !== 'object' || Array.isArray(answer)) return false;
  const counts = Object.entries(answer);
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  return isWithin(sum) && counts.every(([name, count]) => count <= (limits[name] ?? -1));
}

/** The prompt of a question without the game's name. */
export function promptOf({ game }: Pick<FirstMatch, 'game'>, key: string): string {
  return key.replace(`${game}.`, '');
}
