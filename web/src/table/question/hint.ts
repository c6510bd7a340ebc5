import type { Answer, Option } from '../../api/types';
import type { Glyphs } from '../glyphs/glyphs';

/** An answer in words, by the options that it names; empty if it names nothing. */
export function answerText(answer: Answer, options: Option[], glyphs: Glyphs): string {
  if (typeof answer === 'number') return String(answer);
  const keys = typeof answer === 'string' ? [answer] : answer;
  if (!Array.isArray(keys)) return glyphs.listed(keys);
  return keys.map((key) => options.find((one) => one.key === key)?.text ?? key).join(', ');
}
