/** Clocks, as they are chosen and as they are told. */
export const clock = {
  title: 'Clock',
  kind: {
    none: { label: 'No clock', help: 'Everybody takes the time it takes.' },
    move: { label: 'For every move', help: 'So long for each answer.' },
    bank: { label: 'For the whole match', help: 'A bank of time, a little more after each turn.' },
    days: { label: 'Over days', help: 'For tables that are played by and by.' },
  },
  howLong: 'How long',
  other: 'Something else…',
  seconds: 'Seconds for a move',
  minutes: 'Minutes in the bank',
  increment: 'Seconds more after each turn',
  dayCount: 'Days for a move',
  quietHours: 'Quiet hours',
  quietHelp: 'A deadline at night moves to the morning.',
  from: 'From',
  to: 'To',
  atZero: 'When the time is up',
  atZeroKind: {
    default: 'The mildest answer is given',
    bot: 'A bot plays on',
    forfeit: 'The match is lost',
  },

  none: 'No clock',
  move: (long: string) => `${long} for every move`,
  bank: (long: string) => `${long} for the whole match`,
  bankMore: (long: string, more: string) => `${long} for the whole match, ${more} more each turn`,
  days: (days: number) => (days === 1 ? 'A day for every move' : `${days} days for every move`),
  quiet: (from: string, to: string, zone: string) => `Quiet from ${from} to ${to} (${zone})`,
};
