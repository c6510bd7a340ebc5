import { phrase, plural } from '../../message';
import { findAtOnce } from './at_once';

/** Pools: finding opponents, waiting for them, confirming a table. */
export const find = {
  title: findAtOnce.title,
  lead: 'Say what you would like to play. The server looks for people of about your strength; you need no table and no link.',
  offerAt: findAtOnce.offerAt,
  another: findAtOnce.another,
  game: 'Game',
  players: 'How many play?',
  playersOf: plural('count', '{count} player', '{count} players'),
  pace: 'Pace',
  paces: {
    live: 'Live',
    relaxed: 'Relaxed',
    days: 'Days',
  },
  paceHelp: {
    live: phrase('clock', 'In one sitting: {clock} each.'),
    relaxed: phrase('clock', 'Time to think: {clock} each.'),
    days: phrase('clock', 'A move when you find the time: {clock}.'),
  },
  rating: 'Ratings',
  rated: 'Rated',
  ratedHelp: 'People with an account; the result counts.',
  casual: 'Casual',
  casualHelp: 'Guests too, and bots of other players, which are shown as bots.',
  ratedNeeds: 'Rated matches need an account with a password.',
  register: 'Make an account',
  search: 'Start looking',
  searching: 'You are looking already',
  usualWait: phrase(
    'time',
    'Half of the last twenty tables of this kind were found within {time}.',
  ),
  noWait:
    'Fewer than twenty tables of this kind have been found lately, so the usual wait is unknown.',
  tryDays: 'Look for days instead',
  tryDaysHelp:
    'A match by days needs no other player here right now: it begins as soon as enough have asked for it.',
  whatHappens: 'What happens then',
  steps: {
    ready:
      'When a table is found, all players are asked whether they are ready, and have 20 seconds to answer. Then the match begins.',
    days: 'A match by days begins at once. You need not stay.',
    silent:
      'If you do not answer, you lose your place and the next one starts later: half a minute at first, and longer each time within a day. The others keep their places.',
    early:
      'Your next place also starts later if you give up a match found here before your third answer, run out of time in it or are replaced. A match played to its end takes one such time off. Leaving a bot never counts.',
    leave:
      'You can look for several kinds of matches at once, and play a bot meanwhile. A match takes you out of all of them.',
  },
  waiting: 'You are looking for',
  terms: phrase('players pace rating', '{players} · {pace} · {rating}'),
  since: phrase('time', 'for {time}'),
  heldBack: phrase(
    'time',
    'You missed a ready check or left a match early, so this place counts from {time} later.',
  ),
  heldBackNext: phrase(
    'time',
    'You missed a ready check or left a match early: your next place counts {time} later.',
  ),
  stop: 'Stop',
  stopAt: phrase('game', 'Stop looking for {game}'),
  meanwhile: 'Play a bot meanwhile',
  meanwhileHelp: 'You may leave it without harm when your table is found.',
  stays: 'This window must stay open; you may look at other pages and play meanwhile.',
  bar: findAtOnce.bar,
  barTo: 'Show what I am looking for',
  found: findAtOnce.found,
  titleFound: findAtOnce.titleFound,
  check: 'A table is found',
  checkFewer: plural('count', 'Play now as {count}?', 'Play now as {count}?'),
  fewerHelp:
    'No fourth player has come for two minutes. Saying no costs nothing: you keep your place.',
  secondsLeft: plural('seconds', '{seconds} second left', '{seconds} seconds left'),
  confirmed: plural('count of', '{count} of {of} is ready', '{count} of {of} are ready'),
  ready: 'I am ready',
  decline: 'Not now',
  waitForOthers: 'You are ready. Waiting for the others…',
  toAnswer: 'Answer',
  begun: findAtOnce.begun,
  goesOn: findAtOnce.goesOn,
  staysFewer: findAtOnce.staysFewer,
  missed: findAtOnce.missed,
};
