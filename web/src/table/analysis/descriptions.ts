/** Turning points in words. */

import type { AnalysedAnswer } from '../../api/types';
import { formatList } from '../../i18n/format_list';
import type { Glyphs } from '../glyphs/glyphs';
import { answerText } from '../question/answer_text';
import { words as tableWords } from '../words';
import type { TurningPoint } from './turning_points';
import { analysisWords as words } from './words';

/** Characters of an option that are shown: options of cards hold whole texts. */
const MAX_OPTION_CHARS = 72;

interface Share {
  who: string;
  /** In percentage points. */
  change: number;
}

/** What a turning point was: who played what, what was better and what it cost; or whose luck. */
export function describeTurningPoint(
  point: TurningPoint,
  nameOf: (seat: number) => string,
  glyphs: Glyphs,
): string {
  if (point.mark === 'luck') {
    const shares = point.shares.map(({ seat, change }) => ({
      who: nameOf(seat),
      change: Math.round(100 * change),
    }));
    return describeLuck(shares);
  }
  const { played, best, judged } = point.move;
  const [playedText, bestText] = [describeMove(played, glyphs), describeMove(best, glyphs)];
  const [cost, margin] = [Math.round(100 * judged.loss), marginOf(judged.error)];
  const who = nameOf(point.seat);
  if (playedText === bestText) return words.playedAlike(cost, who, playedText, margin);
  return words.played(cost, who, playedText, bestText, margin);
}

/** The players whom luck helped, and those it cost, in percentage points. */
export function describeLuck(shares: Share[]): string {
  const gained = formatShares(shares.filter(({ change }) => change > 0));
  const cost = formatShares(shares.filter(({ change }) => change < 0));
  if (!cost) return words.luckBrought(gained);
  return gained ? words.luckBoth(gained, cost) : words.luckCost(cost);
}

/** With signs, as names may end with a number: "Greedy 1 +50". */
function formatShares(shares: Share[]): string {
  return formatList(
    shares.map(({ who, change }) => `${who} ${change > 0 ? '+' : '−'}${Math.abs(change)}`),
  );
}

/** A whole move by the texts of its options: the answer, then its follow-ups. */
export function describeMove(move: AnalysedAnswer[], glyphs: Glyphs): string {
  const texts = move
    .map(({ answer, options }) => shorten(answerText(answer, options, glyphs)))
    .filter((text) => text !== '');
  return texts.join(' · ') || tableWords.empty;
}

/** A text without its last full stop; a long one ends at a word. */
function shorten(text: string): string {
  if (text.length <= MAX_OPTION_CHARS) return text.replace(/\.$/, '');
  return `${text.slice(0, text.lastIndexOf(' ', MAX_OPTION_CHARS))} …`;
}

/** The margin of an error, in whole percentage points; none is smaller than 1. */
function marginOf(error: number): number {
  return Math.max(1, Math.round(100 * error));
}
