import { phrase, plural } from '../../message';

/** Clocks, as they are chosen and as they are told. */
export const clock = {
  title: 'Clock',
  kind: {
    none: { label: 'No clock', help: 'Everyone takes as long as they need.' },
    move: { label: 'Per move', help: 'A fixed time for each answer.' },
    bank: {
      label: 'For the whole match',
      help: 'A time bank, with a little added after each turn.',
    },
    days: { label: 'Over several days', help: 'For matches played a move at a time.' },
  },
  howLong: 'How long',
  other: 'Something else…',
  seconds: 'Seconds per move',
  minutes: 'Minutes in the bank',
  increment: 'Extra seconds after each turn',
  dayCount: 'Days per move',
  quietHours: 'Quiet hours',
  quietHelp: 'No deadline falls in these hours; it is postponed to their end.',
  from: 'From',
  to: 'To',
  atZero: 'When the time is up',
  atZeroKind: {
    default: 'The question is answered automatically',
    bot: 'A bot takes over',
    forfeit: 'The match is lost',
  },

  none: 'No clock',
  move: phrase('long', '{long} per move'),
  bank: phrase('long', '{long} for the whole match'),
  bankMore: phrase('long more', '{long} for the whole match, plus {more} per turn'),
  days: plural('days', '1 day per move', '{days} days per move'),
  quiet: phrase('from to zone', '{from} to {to} ({zone})'),
};
