import type { EmpyreanPhases } from './english';

export const german: EmpyreanPhases = {
  battlefields: {
    name: 'Schlachtfelder',
    text: 'Die Schlachtfelder dieser Partie liegen aus; alle können sich auf andere einigen.',
    options: ['Behalte sie oder stimme für neue. Sie wechseln nur, wenn alle es wollen.'],
  },
  decks: {
    name: 'Spielstapel',
    text: 'Alle nehmen im Geheimen einen Stapel aus 24 Karten; gezeigt werden sie zugleich.',
    options: ['Wähle einen Spielstapel, oder baue einen, wo die Partie es erlaubt.'],
  },
  begin: {
    name: 'Beginn',
    text: 'Eine neue Runde: eine Essenz mehr als ihre Nummer, dazu Gewinne, abzüglich Verluste.',
    options: [],
  },
  draft: {
    name: 'Auswahl',
    text: 'Alle ziehen gleichzeitig zwei Karten.',
    options: ['Behalte eine der beiden; die andere kommt unter deinen Spielstapel.'],
  },
  command: {
    name: 'Befehl',
    text: 'Deine Karten auf den Schlachtfeldern dürfen handeln; wer zuerst handelt, beginnt.',
    options: [
      'Benutze die Befehlsfähigkeiten deiner aufgedeckten Karten, etwa einen Biss oder Raubzug.',
      'Bewege eine Karte, die einen Bewegungsmarker trägt.',
      'Nutze, was ein Schlachtfeld in dieser Phase anbietet.',
      'Beende die Phase, wenn du nichts mehr willst.',
    ],
  },
  deploy: {
    name: 'Aufstellen',
    text: 'Karten kommen verdeckt auf die Schlachtfelder. Wer zuerst handelt, stellt alles zuerst auf.',
    options: [
      'Lege eine Handkarte in die niedrigste offene Zone eines Schlachtfelds und bezahle ihre Essenzkosten.',
      'Stelle so viele Karten auf, wie du bezahlen kannst; in dieser Reihenfolge werden sie aufgedeckt.',
      'Höre auf, wann du willst. Übrige Essenz verfällt.',
    ],
  },
  reveal: {
    name: 'Aufdecken',
    text: 'Verdeckte Karten werden einzeln aufgedeckt, in der Reihenfolge des Aufstellens.',
    options: [
      'Jede Karte bekommt erst ihre Macht, dann wirkt ihre Fähigkeit.',
      'Danach reagieren deine anderen Karten, zuletzt das Schlachtfeld.',
      'Du wirst gefragt, wo eine Fähigkeit dir eine Wahl lässt.',
    ],
  },
  end: {
    name: 'Ende der Runde',
    text: 'Schlachtfelder wirken am Ende der Runde; dann wird der Startspielermarker weitergegeben.',
    options: ['Wähle, wo ein Schlachtfeld dir eine Wahl lässt.'],
  },
  end_of_game: {
    name: 'Spielende',
    text: 'Nach der letzten Runde wirken erst Karten, dann Schlachtfelder ein letztes Mal.',
    options: ['Wähle, wo ein letzter Effekt dir eine Wahl lässt.'],
  },
  over: {
    name: 'Das Spiel ist vorbei',
    text: 'Wer auf zwei Schlachtfeldern führt, gewinnt; sonst entscheidet die höchste Macht insgesamt.',
    options: [],
  },
};
