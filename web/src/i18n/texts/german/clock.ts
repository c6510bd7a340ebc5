import type { Catalogue } from '../english';

export const clock: Catalogue['clock'] = {
  title: 'Uhr',
  kind: {
    none: { label: 'Keine Uhr', help: 'Alle nehmen sich die Zeit, die sie brauchen.' },
    move: { label: 'Pro Zug', help: 'Eine feste Zeit für jede Antwort.' },
    bank: { label: 'Für die ganze Partie', help: 'Ein Zeitvorrat, nach jedem Zug etwas mehr.' },
    days: { label: 'Über mehrere Tage', help: 'Für Tische, an denen nach und nach gespielt wird.' },
  },
  howLong: 'Wie lange',
  other: 'Etwas anderes…',
  seconds: 'Sekunden pro Zug',
  minutes: 'Minuten im Vorrat',
  increment: 'Zusätzliche Sekunden nach jedem Zug',
  dayCount: 'Tage pro Zug',
  quietHours: 'Ruhezeit',
  quietHelp: 'Eine Frist in der Ruhezeit rückt an deren Ende.',
  from: 'Von',
  to: 'Bis',
  atZero: 'Wenn die Zeit um ist',
  atZeroKind: {
    default: 'Die Standardantwort wird gegeben',
    bot: 'Ein Bot spielt weiter',
    forfeit: 'Die Partie ist verloren',
  },

  none: 'Keine Uhr',
  move: (long) => `${long} pro Zug`,
  bank: (long) => `${long} für die ganze Partie`,
  bankMore: (long, more) => `${long} für die ganze Partie, dazu ${more} pro Zug`,
  days: (days) => (days === 1 ? '1 Tag pro Zug' : `${days} Tage pro Zug`),
  quiet: (from, to, zone) => `Ruhezeit von ${from} bis ${to} (${zone})`,
};
