/** What the table says of clocks, agreements, seats, the end and the replay. */

import type { Offer, OnTimeout, PassUntil } from '../../../api/types';

export function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

const WISHES: Record<string, string> = {
  undo: 'to undo moves',
  pause: 'to pause',
  resume: 'to resume',
  abort: 'to abort the match',
  draw: 'to call it a draw',
  substitute: 'to have someone else play the seat',
};

const BECAME: Record<string, string> = {
  accepted: 'Agreed',
  declined: 'Declined',
  closed: 'No longer open',
};

const ZERO: Record<OnTimeout, string> = {
  default: 'At zero, the question is answered automatically.',
  bot: 'At zero, a bot takes over the seat.',
  forfeit: 'At zero, the seat is lost.',
};

const PASSES: Record<PassUntil, [string, string]> = {
  off: ['Ask me everything', 'Nothing is passed automatically.'],
  turn: ['Until my next turn', 'Then you are asked again.'],
  affected: ['Until something happens to me', 'Until someone affects something of yours.'],
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
  askUndo: 'Undo moves',
  askUndoHelp: 'The others must agree where undo is not free.',
  askPause: 'Pause',
  askPauseHelp: 'All clocks stop until everyone wants to resume.',
  askResume: 'Resume',
  askResumeHelp: 'The match is paused.',
  askDraw: 'Call it a draw',
  askDrawHelp: 'The match ends, and all remaining players share first place.',
  askAbort: 'Abort the match',
  askAbortHelp: 'The match ends without a result.',
  resign: 'Resign',
  resignHelp: 'You give up your seat for good.',
  resignSure: 'Resign from this match?',
  resignTo: {
    bot: 'A bot takes over your seat. You come last and cannot return.',
    forfeit: 'Your seat is lost: you come last. With only one seat left, the match is over.',
  },
  resignRated: 'The match is rated. Once everyone has played 3 moves, it counts as a loss for you.',
  resignNow: 'Yes, I resign',
  keepPlaying: 'No, keep playing',
  leaveHelp: 'Your seat stays yours: you will find the match among your tables.',
  answering: 'Answer for me when there is only one answer',
  answeringHelp: 'After a moment, on my own turn too. Others see an answer like any other.',
  passing: 'Pass for me',
  passingHelp:
    'Questions on other players’ turns that can be passed are passed for you after a moment. Nobody else can tell.',
  passes: (until: PassUntil) => PASSES[until],
  passesNow: (until: PassUntil) => `Passing for you: ${PASSES[until][0].toLowerCase()}`,
  passedForYou: 'Passed for you:',
  passNoMore: 'Ask me again',
  people: 'At the table',
  profileOf: (name: string) => `Profile of ${name}`,
  mute: (name: string) => `Mute ${name}`,
  unmute: (name: string) => `Unmute ${name}`,
  substituteFor: (name: string) => `Ask for a bot to replace ${name}`,
  substituteOpen: (name: string) => `Ask to open ${name}’s seat to someone else`,
  takeBack: 'Take my seat back',
  takeBackHelp: 'A bot is playing your seat.',
  standsIn: (name: string) => `A bot is playing for ${name}`,
  resigned: 'resigned',
  seatOpen: 'The seat is empty',
  rules: 'Settings of this match',
  behind: (plies: number, minutes: number) => {
    const parts = [];
    if (plies) parts.push(count(plies, 'move', 'moves'));
    if (minutes) parts.push(count(minutes, 'minute', 'minutes'));
    return parts.join(' and ');
  },
  watchingLater: (behind: string) => `You are watching ${behind || 'some moves'} behind`,
  paused: 'The match is paused',

  goOn: 'Continue',
  howToPlay: 'How to play',
  sending: 'Still sending. No need to press again.',
  listAll: (number: number) => `List all ${number} that glow`,
  listMore: (number: number) => `List ${number} more that glow`,
  keepName: 'Keep your name and your matches',
  keepNameHelp: 'So far only this browser knows you. All it takes is a password.',

  // offers
  offered: (who: string, kind: string, whom?: string) =>
    kind === 'substitute' && whom
      ? `${who} wants someone else to play for ${whom}`
      : `${who} wants ${WISHES[kind] ?? kind}`,
  ownOffer: (kind: string, whom?: string) =>
    kind === 'substitute' && whom
      ? `You asked for someone else to play for ${whom}`
      : `You asked ${WISHES[kind] ?? kind}`,
  offerBecame: (offer: Offer, who: string, whom?: string) => {
    const wish =
      offer.kind === 'substitute' && whom
        ? `someone else to play for ${whom}`
        : (WISHES[offer.kind] ?? offer.kind);
    return `${BECAME[offer.status ?? ''] ?? ''}: ${who} wanted ${wish}`;
  },

  // the end
  drawn: 'A draw',
  brokenOff: 'No result',
  endedFor: (reason: string, who: string[]) =>
    ({
      limit: 'The round limit was reached',
      resigned: who.length ? `${listed(who)} resigned` : 'A player resigned',
      forfeit: who.length ? `${listed(who)} ran out of time` : 'Time ran out',
      draw: 'All agreed to a draw',
      aborted: 'The match was aborted',
      closed: 'The match was closed by the operators',
      agreed: 'All agreed to end it',
    })[reason] ?? reason.replaceAll('_', ' '),
  rating: 'Rating',
  ratingChange: (before: number, after: number) =>
    `${before} → ${after} (${after >= before ? '+' : '−'}${Math.abs(after - before)})`,
  rematch: 'Rematch',
  rematchWanted: 'A rematch is on.',
  comeAlong: 'Join',
  watchReplay: 'Watch the replay',
  download: 'Download everything',
  verifyHow:
    'The download holds the seed, the options and every answer. On the server “conclave verify” replays it and compares step by step; the commitment is the SHA-256 of the seed.',

  // the replay
  replay: 'Replay',
  replayOf: (title: string) => `Replay: ${title}`,
  backToMatch: 'Back to the match',
  toStart: 'To the start',
  turnBack: 'Previous turn',
  stepBack: 'One step back',
  play: 'Play',
  stop: 'Pause',
  stepOn: 'One step forward',
  turnOn: 'Next turn',
  toEnd: 'To the end',
  moment: 'Moment',
  momentOf: (ply: number, last: number) => `${ply} of ${last}`,
  speed: 'Speed',
  speedOf: (times: number) => `${times}×`,
  seenBy: 'Seen by',
  seenByPublic: 'the public',
  seenByAll: 'everyone, with open cards',
  seenByMe: (name: string) => `${name} (you)`,
  copyLink: 'Copy a link to this moment',
  linkCopied: 'Link copied.',
  fork: 'Play on from here',
  forkSomewhere: 'Play on from any moment',
  forkHelp:
    'A new practice match begins from this moment with a new seed: what was hidden is dealt again.',
  forkTitle: 'Play on from here',
  forkSeat: 'You play',
  forkOthers: 'The others are',
  forkBots: (bot: string) => `bots: ${bot}`,
  forkPeople: 'people who get the link',
  forkGo: 'Begin',
  replayFailed: 'This moment could not be loaded.',
  tryAgain: 'Try again',

  // talk
  chatUnread: (number: number) => (number ? `Chat, ${number} unread` : 'Chat'),
  saidOpen: (who: string, said: string) => `${who} says: ${said}. Open the chat`,
  sayTo: 'To',
  watcher: 'watching',
  everybody: 'everyone',
  privately: (names: string[]) => `only to ${listed(names)}`,
  channelOf: (names: string[]) => `${listed(names)} talk in private`,
  spectatorsTalk: 'Spectators talk among themselves; the table reads it after the end.',
  earlierLines: 'Earlier messages',
  mutedLines: (number: number) => `${count(number, 'line', 'lines')} of muted people`,
};
