/** What the analysis of a match says. Chances and differences come as numbers of 100. */

import type { Mark } from '../turning_points';
import type { Part } from '../sums';
import { listed } from '../../texts/controls/english';

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

const points = (number: number) => count(number, 'percentage point', 'percentage points');

interface Share {
  who: string;
  /** In percentage points. */
  change: number;
}

const amounts = (shares: Share[]) =>
  listed(shares.map(({ who, change }) => `${who} ${Math.abs(change)}`));

export const english = {
  title: 'Analysis',
  ask: 'Analyse this match',
  askHelp: 'What decided it: which answers cost the most, and who was lucky.',
  signIn: 'Sign in to have this match analysed.',
  failed: 'The analysis has failed.',
  unavailable: 'The analysis could not be loaded.',
  tryAgain: 'Try again',
  waiting: (ahead: number) =>
    ahead ? `Waiting: ${count(ahead, 'analysis', 'analyses')} before it` : 'Starting in a moment',
  running: 'Analysing',
  progress: (done: number, total: number) => `${done} of ${total} answers`,
  leave: 'You can leave: it goes on without you.',

  curve: 'Chances of winning',
  curveAt: (ply: number, last: number, chances: string[]) =>
    `${ply} of ${last}: ${chances.join(', ')}`,
  chanceOf: (name: string, chance: string) => `${name} ${chance}`,
  curveHelp: 'Press the curve to go there; with the arrow keys, from round to round.',
  byRound: 'Chances by round',
  round: (round: number) => `Round ${round}`,
  rounds: 'Round',
  end: 'End',

  turningPoints: 'Turning points',
  noTurningPoints: 'No answer cost so much that it can be told apart from chance.',
  turningPointsOf: (number: number) => count(number, 'turning point', 'turning points'),
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
  marksOf: (number: number, mark: Mark) =>
    ({
      inaccuracy: count(number, 'inaccuracy', 'inaccuracies'),
      mistake: count(number, 'mistake', 'mistakes'),
      blunder: count(number, 'blunder', 'blunders'),
    })[mark],
  played: (who: string, played: string, better: string, cost: number, error: number) =>
    `${who} played “${played}”. “${better}” would have kept ${points(cost)} more (±\u00a0${error}).`,
  playedAlike: (who: string, played: string, cost: number, error: number) =>
    `${who} played “${played}”. Doing it another way would have kept ${points(cost)} more (±\u00a0${error}).`,
  lucky: (shares: Share[]) => {
    const brought = shares.filter(({ change }) => change > 0);
    const cost = shares.filter(({ change }) => change < 0);
    const said = [
      ...(brought.length ? [`brought ${amounts(brought)}`] : []),
      ...(cost.length ? [`cost ${amounts(cost)}`] : []),
    ];
    return `What was drawn, rolled or revealed ${said.join(', but ')} percentage points.`;
  },

  accuracy: 'Accuracy',
  accuracyHelp: '100 % if no answer could have been better.',
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
    'An answer gets a mark only if its cost less two errors is still more than 5 (inaccuracy), 10 (mistake) or 20 points (blunder). The figure after ± is one error.',
    'The parts of a result follow each player’s chance through the match, by what that player knew. The server repeats each draw, roll and reveal many times: the difference from the mean is luck. Every other change comes from everyone’s answers.',
    'Unexplained are draws that hardly any other course of the match could repeat, and an end that no answer brought, such as a resignation. Where it is large, trust the rest less.',
  ],
};

export type AnalysisWords = typeof english;
