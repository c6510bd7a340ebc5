import type { Catalogue } from '../english';

export const clock: Catalogue['clock'] = {
  title: 'Uhr',
  kind: {
    none: { label: 'Keine Uhr', help: 'Alle nehmen sich die Zeit, die sie brauchen.' },
    move: { label: 'Pro Zug', help: 'Eine feste Zeit für jede Antwort.' },
    bank: { label: 'Für die ganze Partie', help: 'Ein Zeitvorrat, nach jedem Zug etwas mehr.' },
    days: { label: 'Über mehrere Tage', help: 'Für Partien, in denen ab und zu jemand zieht.' },
  },
  howLong: 'Wie lange',
  other: 'Etwas anderes…',
  seconds: 'Sekunden pro Zug',
  minutes: 'Minuten im Vorrat',
  increment: 'Zusätzliche Sekunden nach jedem Zug',
  dayCount: 'Tage pro Zug',
  quietHours: 'Ruhezeit',
  quietHelp: 'In diesen Stunden läuft keine Frist ab; sie verschiebt sich auf deren Ende.',
  from: 'Von',
  to: 'Bis',
  atZero: 'Wenn die Zeit um ist',
  atZeroKind: {
    default: 'Die Frage wird automatisch beantwortet',
    bot: 'Ein Bot spielt weiter',
    forfeit: 'Die Partie ist verloren',
  },

  none: 'Keine Uhr',
  move: (long) => `${long} pro Zug`,
  bank: (long) => `${long} für die ganze Partie`,
  bankMore: (long, more) => `${long} für die ganze Partie, dazu ${more} pro Zug`,
  days: (days) => (days === 1 ? '1 Tag pro Zug' : `${days} Tage pro Zug`),
  quiet: (from, to, zone) => `${from} bis ${to} Uhr (${zone})`,
};
