/** What the table says of clocks, agreements, seats, the end and the replay. */

import type { Offer, OnTimeout, PassUntil } from '../../../api/types';

export function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

const WISHES: Record<string, string> = {
  undo: 'to take moves back',
  pause: 'to pause',
  resume: 'to go on',
  abort: 'to break the match off',
  draw: 'to call it a draw',
  substitute: 'to have the seat played by somebody else',
};

const BECAME: Record<string, string> = {
  accepted: 'Agreed',
  declined: 'Declined',
  closed: 'No longer open',
};

const ZERO: Record<OnTimeout, string> = {
  default: 'At zero the usual answer is given.',
  bot: 'At zero a bot plays on for the seat.',
  forfeit: 'At zero the seat is lost.',
};

const PASSES: Record<PassUntil, [string, string]> = {
  off: ['Ask me everything', 'Nothing goes by itself.'],
  turn: ['Until my next turn', 'Then you are asked again.'],
  affected: ['Until something happens to me', 'As soon as somebody touches what is yours.'],
  always: ['Always', 'Until you change it here.'],
};

export const english = {
  // clocks
  atZero: (kind: OnTimeout) => ZERO[kind],
  clockLeft: (name: string, left: string) => `${name}: ${left} left`,
  timeLeft: (left: string) => `${left} left`,
  timeUntil: (moment: string) => `Until ${moment}`,

  // the menu of a match
  matchMenu: 'This match: agreements, passing, people, rules',
  matchTitle: 'This match',
  agreements: 'By agreement',
  withdraw: 'Withdraw',
  asked: (who: string[]) => `Waiting for ${listed(who)}`,
  askUndo: 'Take moves back',
  askUndoHelp: 'The others are asked, where it is not free.',
  askPause: 'Pause',
  askPauseHelp: 'All clocks stand still until all want to go on.',
  askResume: 'Go on',
  askResumeHelp: 'The match is paused.',
  askDraw: 'Call it a draw',
  askDrawHelp: 'It ends, and all who are still in it come first together.',
  askAbort: 'Break the match off',
  askAbortHelp: 'It ends without a result.',
  resign: 'Give up',
  resignHelp: 'Your seat is given up for good.',
  resignSure: 'Give this match up?',
  resignTo: {
    bot: 'A bot plays your seat on. You come last, and cannot come back.',
    forfeit: 'Your seat is lost: you come last. With only one seat left the match is over.',
  },
  resignRated: 'The match is rated. Once everybody has played 3 moves, it counts as lost for you.',
  resignNow: 'Yes, I give up',
  keepPlaying: 'No, go on playing',
  leaveHelp: 'Your seat stays yours: you find the match among your tables.',
  answering: 'Answer for me what has only one answer',
  answeringHelp: 'After a moment, in my own turn too. Others see an answer like any other.',
  passing: 'Pass for me',
  passingHelp:
    'Questions in the turns of others that can be passed are passed for you, a moment later. Nobody else can tell.',
  passes: (until: PassUntil) => PASSES[until],
  passesNow: (until: PassUntil) => `Passing for you: ${PASSES[until][0].toLowerCase()}`,
  passedForYou: 'Passed for you:',
  passNoMore: 'Ask me again',
  people: 'At the table',
  profileOf: (name: string) => `Profile of ${name}`,
  mute: (name: string) => `Mute ${name}`,
  unmute: (name: string) => `Hear ${name} again`,
  substituteFor: (name: string) => `Ask for a bot in place of ${name}`,
  substituteOpen: (name: string) => `Ask to open the seat of ${name} for somebody else`,
  takeBack: 'Take my seat back',
  takeBackHelp: 'A bot plays your seat at the moment.',
  standsIn: (name: string) => `A bot plays for ${name}`,
  resigned: 'gave up',
  seatOpen: 'The seat is empty',
  rules: 'What was agreed',
  behind: (plies: number, minutes: number) => {
    const parts = [];
    if (plies) parts.push(count(plies, 'move', 'moves'));
    if (minutes) parts.push(count(minutes, 'minute', 'minutes'));
    return parts.join(' and ');
  },
  watchingLater: (behind: string) => `You watch ${behind || 'some moves'} behind`,
  paused: 'The match is paused',

  goOn: 'Go on',
  howToPlay: 'How to play',
  sending: 'Still sending. You need not press again.',
  listAll: (number: number) => `List all ${number} that glow`,
  listMore: (number: number) => `List ${number} more that glow`,
  keepName: 'Keep your name and your matches',
  keepNameHelp: 'So far only this browser knows you. A password is enough.',

  // offers
  offered: (who: string, kind: string, whom?: string) =>
    kind === 'substitute' && whom
      ? `${who} wants somebody else to play for ${whom}`
      : `${who} wants ${WISHES[kind] ?? kind}`,
  ownOffer: (kind: string, whom?: string) =>
    kind === 'substitute' && whom
      ? `You asked for somebody else to play for ${whom}`
      : `You asked ${WISHES[kind] ?? kind}`,
  offerBecame: (offer: Offer, who: string, whom?: string) => {
    const wish =
      offer.kind === 'substitute' && whom
        ? `somebody else to play for ${whom}`
        : (WISHES[offer.kind] ?? offer.kind);
    return `${BECAME[offer.status ?? ''] ?? ''}: ${who} wanted ${wish}`;
  },

  // the end
  drawn: 'A draw',
  brokenOff: 'No result',
  endedFor: (reason: string, who: string[]) =>
    ({
      limit: 'The round limit was reached',
      resigned: who.length ? `${listed(who)} gave up` : 'A player gave up',
      forfeit: who.length ? `The time of ${listed(who)} ran out` : 'The time ran out',
      draw: 'All agreed to a draw',
      aborted: 'The match was broken off',
      closed: 'The match was closed by the operators',
      agreed: 'All agreed to end it',
    })[reason] ?? reason.replaceAll('_', ' '),
  rating: 'Rating',
  ratingChange: (before: number, after: number) =>
    `${before} → ${after} (${after >= before ? '+' : '−'}${Math.abs(after - before)})`,
  rematch: 'Rematch',
  rematchWanted: 'A rematch is on.',
  comeAlong: 'Come along',
  watchReplay: 'Watch the replay',
  download: 'Download everything',
  verifyHow:
    'The download holds the seed, the options and every answer. On the server “conclave verify” plays it again and compares, step by step; the commitment is the SHA-256 of the seed.',

  // the replay
  replay: 'Replay',
  replayOf: (title: string) => `Replay: ${title}`,
  backToMatch: 'Back to the match',
  toStart: 'To the start',
  turnBack: 'Back to the turn before',
  stepBack: 'One step back',
  play: 'Play',
  stop: 'Pause',
  stepOn: 'One step on',
  turnOn: 'On to the next turn',
  toEnd: 'To the end',
  moment: 'Moment',
  momentOf: (ply: number, last: number) => `${ply} of ${last}`,
  speed: 'Speed',
  speedOf: (times: number) => `${times}×`,
  seenBy: 'Seen by',
  seenByPublic: 'the public',
  seenByAll: 'all, cards open',
  seenByMe: (name: string) => `${name} (you)`,
  copyLink: 'Copy a link to this moment',
  linkCopied: 'The link is copied.',
  fork: 'Play on from here',
  forkSomewhere: 'Play on from some moment',
  forkHelp:
    'A new practice match begins at this moment, with a new seed: what was hidden then is dealt anew.',
  forkTitle: 'Play on from here',
  forkSeat: 'You play',
  forkOthers: 'The others are',
  forkBots: 'bots',
  forkPeople: 'people who get the link',
  forkGo: 'Begin',
  replayFailed: 'This moment could not be loaded.',
  tryAgain: 'Try again',

  // talk
  chatUnread: (number: number) => (number ? `Chat, ${number} unread` : 'Chat'),
  saidOpen: (who: string, said: string) => `${who} says: ${said}. Open the chat`,
  sayTo: 'To',
  watcher: 'watching',
  everybody: 'everybody',
  privately: (names: string[]) => `only to ${listed(names)}`,
  channelOf: (names: string[]) => `${listed(names)} talk in private`,
  spectatorsTalk: 'Spectators talk among themselves; the table reads it after the end.',
  earlierLines: 'Earlier messages',
  mutedLines: (number: number) => `${count(number, 'line', 'lines')} of muted people`,
};
