import type { AnalysisWords } from './english';
import { listed } from '../../texts/controls/german';

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

const points = (number: number) => count(number, 'Prozentpunkt', 'Prozentpunkte');

const amounts = (shares: { who: string; change: number }[]) =>
  listed(shares.map(({ who, change }) => `${who} ${Math.abs(change)}`));

export const german: AnalysisWords = {
  title: 'Analyse',
  ask: 'Diese Partie analysieren',
  askHelp:
    'Was sie entschieden hat: welche Antworten am meisten gekostet haben und wer Glück hatte.',
  signIn: 'Melde dich an, um diese Partie analysieren zu lassen.',
  failed: 'Die Analyse ist gescheitert.',
  unavailable: 'Die Analyse konnte nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  waiting: (ahead) =>
    ahead
      ? `In der Warteschlange: ${count(ahead, 'Analyse', 'Analysen')} davor`
      : 'Gleich geht es los',
  running: 'Analyse läuft',
  progress: (done, total) => `${done} von ${total} Antworten`,
  leave: 'Du kannst die Seite verlassen: Die Analyse läuft ohne dich weiter.',

  curve: 'Gewinnchancen',
  curveAt: (ply, last, chances) => `${ply} von ${last}: ${chances.join(', ')}`,
  chanceOf: (name, chance) => `${name} ${chance}`,
  curveHelp:
    'Drücke auf die Kurve, um dorthin zu springen; mit den Pfeiltasten von Runde zu Runde.',
  byRound: 'Chancen nach Runden',
  round: (round) => `Runde ${round}`,
  rounds: 'Runde',
  end: 'Ende',

  turningPoints: 'Wendepunkte',
  noTurningPoints:
    'Keine Antwort hat so viel gekostet, dass es sich vom Zufall unterscheiden ließe.',
  turningPointsOf: (number) => count(number, 'Wendepunkt', 'Wendepunkte'),
  former: 'Voriger Wendepunkt',
  next: 'Nächster Wendepunkt',
  greatest: 'Zum größten Wendepunkt',
  inReplay: 'Analyse in der Wiederholung ansehen',
  marks: {
    inaccuracy: 'Ungenauigkeit',
    mistake: 'Fehler',
    blunder: 'Grober Fehler',
    luck: 'Glück',
  },
  marksOf: (number, mark) =>
    ({
      inaccuracy: count(number, 'Ungenauigkeit', 'Ungenauigkeiten'),
      mistake: count(number, 'Fehler', 'Fehler'),
      blunder: count(number, 'grober Fehler', 'grobe Fehler'),
    })[mark],
  played: (who, played, better, cost, error) =>
    `${who} spielte „${played}“. Mit „${better}“ wären ${points(cost)} mehr geblieben (±\u00a0${error}).`,
  playedAlike: (who, played, cost, error) =>
    `${who} spielte „${played}“. Auf andere Weise wären ${points(cost)} mehr geblieben (±\u00a0${error}).`,
  lucky: (shares) => {
    const brought = shares.filter(({ change }) => change > 0);
    const cost = shares.filter(({ change }) => change < 0);
    const said = [
      ...(brought.length ? [`brachte ${amounts(brought)}`] : []),
      ...(cost.length ? [`kostete ${amounts(cost)}`] : []),
    ];
    return `Was gezogen, gewürfelt oder aufgedeckt wurde, ${said.join(', ')} Prozentpunkte.`;
  },

  accuracy: 'Genauigkeit',
  accuracyHelp: '100 %, wenn keine Antwort besser hätte sein können.',
  notJudged: 'keine Antworten zu beurteilen',
  flawless: 'keine Fehler',

  sums: 'Antworten oder Glück?',
  sumsHelp: 'Wie aus jeder Gewinnchance das Ergebnis wurde, in Prozentpunkten.',
  parts: {
    start: 'Chance am Anfang',
    answers: 'Antworten aller',
    luck: 'Glück',
    unexplained: 'Ungeklärt',
  },
  result: 'Ergebnis',
  luckHelp:
    'Glück ist, um wie viel besser oder schlechter gezogen, gewürfelt und aufgedeckt wurde, als in dem Moment zu erwarten war.',
  doubtful:
    'Vieles an dieser Partie bleibt ungeklärt, deshalb ist bei den übrigen Zahlen Vorsicht geboten.',
  how: 'Wie wird das berechnet?',
  howLines: [
    'Es ist eine Schätzung. Zu jeder Antwort hat der Server die Partie viele Male weitergespielt, und zwar von dem aus, was der Platz wusste: einmal nach der gegebenen Antwort, einmal nach der besten, die er fand. Der Unterschied ist, was die Antwort gekostet hat.',
    'Eine Antwort wird nur bewertet, wenn ihre Kosten auch nach Abzug von zwei Standardfehlern über 5 (Ungenauigkeit), 10 (Fehler) oder 20 Punkten (grober Fehler) liegen. Die Zahl hinter ± ist ein Standardfehler.',
    'Die Teile eines Ergebnisses folgen der Chance jedes Spielers durch die Partie, nach dem, was er wusste. Jedes Ziehen, Würfeln und Aufdecken wiederholt der Server viele Male: Der Unterschied zum Mittel ist Glück. Jede andere Änderung kommt von den Antworten aller.',
    'Ungeklärt bleibt, was sich in kaum einem anderen Verlauf wiederholen ließ, und ein Ende, das keine Antwort herbeiführte, etwa eine Aufgabe. Ist es viel, dann ist auf den Rest weniger Verlass.',
  ],
};
