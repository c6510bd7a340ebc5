/** What the analysis of a match says. Chances and differences come as numbers of 100. */

import type { Mark } from '../turning_points';
import type { Part } from '../chance_accounts';
import { phrase, plural } from '../../../i18n/message';

export const english = {
  title: 'Analysis',
  ask: 'Analyse this match',
  askHelp: 'What decided it: which answers cost the most, and who was lucky.',
  signIn: 'Sign in to have this match analysed.',
  failed: 'The analysis has failed.',
  unavailable: 'The analysis could not be loaded.',
  tryAgain: 'Try again',
  waiting: plural(
    'ahead',
    'Waiting: {ahead} analysis before it',
    'Waiting: {ahead} analyses before it',
  ),
  startsSoon: 'Starting in a moment',
  running: 'Analysing',
  progress: phrase('done total', '{done} of {total} answers'),
  leave: 'You can leave this page; the analysis continues.',

  curve: 'Chances of winning',
  curveAt: phrase('ply last chances', '{ply} of {last}: {chances}'),
  chanceOf: phrase('name chance', '{name} {chance}'),
  curveHelp: 'Select a point on the curve to go there; the arrow keys go from round to round.',
  byRound: 'Chances by round',
  round: phrase('round', 'Round {round}'),
  rounds: 'Round',
  end: 'End',

  turningPoints: 'Turning points',
  noTurningPoints: 'No answer cost so much that it can be told apart from chance.',
  turningPointsOf: plural('number', '{number} turning point', '{number} turning points'),
  former: 'Previous turning point',
  next: 'Next turning point',
  greatest: 'Go to the biggest turning point',
  inReplay: 'See the analysis in the replay',
  marks: {
    inaccuracy: 'Inaccuracy',
    mistake: 'Mistake',
    blunder: 'Blunder',
    luck: 'Luck',
  } satisfies Record<Mark | 'luck', string>,
  marksOf: {
    inaccuracy: plural('count', '{count} inaccuracy', '{count} inaccuracies'),
    mistake: plural('count', '{count} mistake', '{count} mistakes'),
    blunder: plural('count', '{count} blunder', '{count} blunders'),
  } satisfies Record<Mark, unknown>,
  played: plural(
    'cost who played better error',
    '{who} played “{played}”. “{better}” would have kept {cost} percentage point more (±\u00a0{error}).',
    '{who} played “{played}”. “{better}” would have kept {cost} percentage points more (±\u00a0{error}).',
  ),
  playedAlike: plural(
    'cost who played error',
    '{who} played “{played}”. A different choice would have kept {cost} percentage point more (±\u00a0{error}).',
    '{who} played “{played}”. A different choice would have kept {cost} percentage points more (±\u00a0{error}).',
  ),
  luckBrought: phrase(
    'shares',
    'What was drawn, rolled or revealed brought {shares} percentage points.',
  ),
  luckCost: phrase('shares', 'What was drawn, rolled or revealed cost {shares} percentage points.'),
  luckBoth: phrase(
    'brought cost',
    'What was drawn, rolled or revealed brought {brought}, but cost {cost} percentage points.',
  ),

  accuracy: 'Accuracy',
  accuracyHelp: '100% if no answer could have been better.',
  notJudged: 'no answers to judge',
  flawless: 'no mistakes',

  sums: 'Answers or luck?',
  sumsHelp: 'How each chance of winning became the result, in percentage points.',
  parts: {
    start: 'Chance at the start',
    answers: 'Everyone’s answers',
    luck: 'Luck',
    unexplained: 'Unexplained',
  } satisfies Record<Part, string>,
  result: 'Result',
  luckHelp:
    'Luck is how much better or worse draws, rolls and reveals turned out than anyone could expect at that moment.',
  doubtful: 'Much of this match is unexplained, so take the other figures with care.',
  how: 'How is this computed?',
  howLines: [
    'It is an estimate. For every answer, the server played the match on many times from what the seat knew: once after the answer that was given, once after the best one it found. The difference is what the answer cost.',
    'An answer gets a mark only if its cost, minus two standard errors, exceeds 5 (inaccuracy), 10 (mistake) or 20 points (blunder). The figure after ± is one standard error.',
    'The parts of a result follow each player’s chance through the match, by what that player knew. The server repeats each draw, roll and reveal many times: the difference from the mean is luck. Every other change comes from everyone’s answers.',
    '“Unexplained” covers draws that could hardly recur in another course of the match, and endings that no answer caused, such as a resignation. Where it is large, trust the rest less.',
  ],
};
