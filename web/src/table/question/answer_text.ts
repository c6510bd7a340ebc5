import type { Answer, Option, Suggestion } from '../../api/types';
import type { Glyphs } from '../glyphs/glyphs';

/** An answer in words, by the options that it names; empty if it names nothing. */
export function answerText(answer: Answer, options: Option[], glyphs: Glyphs): string {
  if (typeof answer === 'number') return String(answer);
  const keys = typeof answer === 'string' ? [answer] : answer;
  if (!Array.isArray(keys)) return glyphs.describeMix(keys);
  return keys.map((key) => options.find((option) => option.key === key)?.text ?? key).join(', ');
}

/** Whether the chances of all answers differ by no more than their errors explain. */
export function areAnswersAlike(answers: Suggestion[]): boolean {
  const [best, last] = [answers[0], answers.at(-1)];
  if (!best || !last || best === last) return false;
  return best.chance - last.chance <= 2 * Math.hypot(best.error, last.error);
}
