import type { Catalogue } from '../english';

export const opponents: Catalogue['opponents'] = {
  howStrong: 'Wie stark sollen die Bots sein?',
  howMany: 'Wie viele Bots?',
  more: 'Weitere Bots',
  below: (level) => `unter ${level}`,
  above: (level) => `über ${level}`,
  like: (level) => `wie ${level}`,
  named: {
    easy: {
      title: 'Leicht',
      text: 'Spielt vernünftig, übersieht aber manches. Gut für die erste Partie.',
    },
    normal: { title: 'Normal', text: 'Denkt seine Züge bis zum Ende der Runde durch.' },
    hard: { title: 'Schwer', text: 'Wägt viel mehr Züge ab und lässt sich dafür Zeit.' },
    greedy: { title: 'Gierig', text: 'Nimmt, was gerade am meisten bringt.' },
    guide: { title: 'Lehrmeister', text: 'Spielt in einer ersten Partie die andere Seite.' },
    random: { title: 'Zufall', text: 'Macht irgendeinen erlaubten Zug.' },
  },
};
