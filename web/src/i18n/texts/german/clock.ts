import type { Catalogue } from '../english';

export const clock: Catalogue['clock'] = {
  title: 'Uhr',
  kind: {
    none: { label: 'Keine Uhr', help: 'Alle nehmen sich die Zeit, die es braucht.' },
    move: { label: 'Für jeden Zug', help: 'So viel für jede Antwort.' },
    bank: { label: 'Für die ganze Partie', help: 'Ein Vorrat, nach jedem Zug etwas mehr.' },
    days: { label: 'Über Tage', help: 'Für Tische, an denen nach und nach gespielt wird.' },
  },
  howLong: 'Wie lange',
  other: 'Etwas anderes…',
  seconds: 'Sekunden für einen Zug',
  minutes: 'Minuten im Vorrat',
  increment: 'Sekunden mehr nach jedem Zug',
  dayCount: 'Tage für einen Zug',
  quietHours: 'Ruhezeit',
  quietHelp: 'Eine Frist in der Nacht rückt auf den Morgen.',
  from: 'Von',
  to: 'Bis',
  atZero: 'Wenn die Zeit um ist',
  atZeroKind: {
    default: 'Die mildeste Antwort wird gegeben',
    bot: 'Ein Bot spielt weiter',
    forfeit: 'Die Partie ist verloren',
  },

  none: 'Keine Uhr',
  move: (long) => `${long} für jeden Zug`,
  bank: (long) => `${long} für die ganze Partie`,
  bankMore: (long, more) => `${long} für die ganze Partie, ${more} mehr nach jedem Zug`,
  days: (days) => (days === 1 ? 'Ein Tag für jeden Zug' : `${days} Tage für jeden Zug`),
  quiet: (from, to, zone) => `Ruhe von ${from} bis ${to} (${zone})`,
};
