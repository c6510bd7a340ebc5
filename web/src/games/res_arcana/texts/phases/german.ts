import type { ArcanaPhases } from './english';

export const german: ArcanaPhases = {
  draft: {
    name: 'Auswahl',
    text: 'Vor dem Spiel werden die Artefakte für jeden Stapel ausgewählt.',
    options: [
      'Behalte ein Artefakt deiner Karten; die anderen gehen an einen Nachbarn.',
      'In der offenen Auswahl zu zweit: Nimm Artefakte, die offen auf dem Tisch liegen.',
    ],
  },
  setup: {
    name: 'Vorbereitung',
    text: 'Alle nehmen einen Magier und den ersten magischen Gegenstand.',
    options: [
      'Wähle einen deiner zwei Magier, nachdem du deine Hand gesehen hast.',
      'Wähle einen magischen Gegenstand. Wer das Spiel beginnt, wählt zuletzt.',
    ],
  },
  collect: {
    name: 'Einsammeln',
    text: 'Karten geben Essenzen. Aktionen gibt es noch keine.',
    options: [
      'Jede Fähigkeit „Collect“ gibt ihre Essenzen; lässt sie eine Wahl, dann wähle.',
      'Nimm von jeder Karte alle Essenzen, die auf ihr liegen, oder lass sie dort.',
    ],
  },
  actions: {
    name: 'Aktionen',
    text: 'Reihum je eine Aktion, bis alle gepasst haben.',
    options: [
      'Spiele ein Artefakt aus deiner Hand aus und bezahle seine Kosten.',
      'Nimm ein Monument für 4 Gold oder einen Ort der Macht für seine Kosten.',
      'Wirf eine Handkarte ab: Das gibt 1 Gold oder zwei beliebige andere Essenzen.',
      'Benutze eine Kraft einer Karte, die nicht gedreht ist.',
      'Passe: Tausche deinen magischen Gegenstand und ziehe eine Karte. Wer zuerst passt, bekommt auch den Startspielermarker.',
      'Beantworte den Verlust von Life mit einer Kraft „React“, auch außerhalb deines Zuges; das ist keine Aktion.',
    ],
  },
  victory: {
    name: 'Siegprüfung',
    text: 'Die Punkte werden gezählt. Hat jemand zehn oder mehr, gewinnen die meisten Punkte.',
    options: [
      'Ein „React to a victory check“ kann noch Punkte dazugeben.',
      'Bei Gleichstand gewinnen mehr Essenzen im Vorrat; Gold zählt doppelt.',
      'Hat niemand zehn, werden alle Karten gerade gestellt, und eine neue Runde beginnt.',
    ],
  },
  over: {
    name: 'Das Ende',
    text: 'Das Spiel ist vorbei: Die Wertung zeigt alle Punkte.',
    options: [],
  },
};
