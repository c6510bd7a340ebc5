import type { OnTimeout, PassUntil } from '../../../api/types';
import type { english } from './english';

export function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`;
}

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

const WISHES: Record<string, string> = {
  undo: 'Züge zurücknehmen',
  pause: 'eine Pause',
  resume: 'weiterspielen',
  abort: 'die Partie abbrechen',
  draw: 'ein Unentschieden',
  substitute: 'einen Ersatz auf dem Platz',
};

const BECAME: Record<string, string> = {
  accepted: 'Angenommen',
  declined: 'Abgelehnt',
  closed: 'Nicht mehr offen',
};

const ZERO: Record<OnTimeout, string> = {
  default: 'Bei null wird die Frage automatisch beantwortet.',
  bot: 'Bei null spielt ein Bot für den Platz weiter.',
  forfeit: 'Bei null ist der Platz verloren.',
};

const PASSES: Record<PassUntil, [string, string]> = {
  off: ['Frag mich immer', 'Nichts wird automatisch gepasst.'],
  turn: ['Bis zu meinem nächsten Zug', 'Dann wirst du wieder gefragt.'],
  affected: ['Bis mich etwas betrifft', 'Bis jemand etwas von dir berührt.'],
  always: ['Immer', 'Bis du es hier änderst.'],
};

export const german: typeof english = {
  // Uhren
  atZero: (kind) => ZERO[kind],
  clockLeft: (name, left) => `${name}: noch ${left}`,
  timeLeft: (left) => `Noch ${left}`,
  timeUntil: (moment) => `Bis ${moment}`,

  // das Menü einer Partie
  matchMenu: 'Diese Partie: Absprachen, Passen, Leute, Regeln',
  matchTitle: 'Diese Partie',
  agreements: 'Mit Zustimmung',
  withdraw: 'Zurückziehen',
  asked: (who) => `Warten auf ${listed(who)}`,
  askUndo: 'Züge zurücknehmen',
  askUndoHelp: 'Wo es nicht frei ist, müssen die anderen zustimmen.',
  askPause: 'Pause',
  askPauseHelp: 'Alle Uhren stehen, bis alle weiterspielen wollen.',
  askResume: 'Weiterspielen',
  askResumeHelp: 'Die Partie macht Pause.',
  askDraw: 'Unentschieden',
  askDrawHelp: 'Sie endet; alle, die noch dabei sind, werden gemeinsam Erste.',
  askAbort: 'Partie abbrechen',
  askAbortHelp: 'Sie endet ohne Ergebnis.',
  resign: 'Aufgeben',
  resignHelp: 'Dein Platz ist dann endgültig aufgegeben.',
  resignSure: 'Diese Partie aufgeben?',
  resignTo: {
    bot: 'Ein Bot spielt deinen Platz weiter. Du wirst Letzter und kannst nicht zurückkommen.',
    forfeit:
      'Dein Platz ist verloren: Du wirst Letzter. Bleibt nur ein Platz übrig, ist die Partie zu Ende.',
  },
  resignRated:
    'Die Partie wird gewertet: Waren alle dreimal am Zug, zählt sie für dich als verloren.',
  resignNow: 'Ja, ich gebe auf',
  keepPlaying: 'Nein, ich spiele weiter',
  leaveHelp: 'Dein Platz bleibt deiner: Du findest die Partie unter deinen Tischen.',
  answering: 'Für mich antworten, wo es nur eine Antwort gibt',
  answeringHelp:
    'Nach einem Augenblick, auch in meinem eigenen Zug. Andere sehen eine Antwort wie jede andere.',
  passing: 'Für mich passen',
  passingHelp:
    'Fragen in den Zügen anderer, bei denen man passen kann, werden einen Augenblick später für dich gepasst. Niemand sonst merkt es.',
  passes: (until) => PASSES[until],
  passesNow: (until) =>
    `Für dich wird gepasst: ${PASSES[until][0].charAt(0).toLowerCase()}${PASSES[until][0].slice(1)}`,
  passedForYou: 'Für dich gepasst:',
  passNoMore: 'Frag mich wieder',
  people: 'Am Tisch',
  profileOf: (name) => `Profil von ${name}`,
  mute: (name) => `${name} stummschalten`,
  unmute: (name) => `${name} wieder hören`,
  substituteFor: (name) => `Um einen Bot anstelle von ${name} bitten`,
  substituteOpen: (name) => `Darum bitten, den Platz von ${name} zu öffnen`,
  takeBack: 'Meinen Platz wieder einnehmen',
  takeBackHelp: 'Zurzeit spielt ein Bot deinen Platz.',
  standsIn: (name) => `Ein Bot spielt für ${name}`,
  resigned: 'hat aufgegeben',
  goOn: 'Weiter',
  howToPlay: 'Spielanleitung',
  sending: 'Wird noch gesendet. Du musst nicht noch einmal drücken.',
  listAll: (number) => `Alle ${number} auflisten, die leuchten`,
  listMore: (number) => `${number} weitere auflisten, die leuchten`,
  keepName: 'Behalte deinen Namen und deine Partien',
  keepNameHelp: 'Bisher kennt dich nur dieser Browser. Ein Passwort genügt.',
  seatOpen: 'Der Platz ist leer',
  rules: 'Einstellungen der Partie',
  behind: (plies, minutes) => {
    const parts = [];
    if (plies) parts.push(count(plies, 'Zug', 'Züge'));
    if (minutes) parts.push(count(minutes, 'Minute', 'Minuten'));
    return parts.join(' und ');
  },
  watchingLater: (behind) => `Du siehst ${behind || 'einige Züge'} später zu`,
  paused: 'Die Partie macht Pause',

  // Vorschläge
  offered: (who, kind, whom) =>
    kind === 'substitute' && whom
      ? `${who} möchte einen Ersatz für ${whom}`
      : `${who} möchte ${WISHES[kind] ?? kind}`,
  ownOffer: (kind, whom) =>
    kind === 'substitute' && whom
      ? `Du möchtest einen Ersatz für ${whom}`
      : `Du möchtest ${WISHES[kind] ?? kind}`,
  offerBecame: (offer, who, whom) => {
    const wish =
      offer.kind === 'substitute' && whom
        ? `einen Ersatz für ${whom}`
        : (WISHES[offer.kind] ?? offer.kind);
    return `${BECAME[offer.status ?? ''] ?? ''}: ${who} wollte ${wish}`;
  },

  // das Ende
  drawn: 'Unentschieden',
  brokenOff: 'Ohne Ergebnis',
  endedFor: (reason, who) =>
    ({
      limit: 'Die letzte Runde ist gespielt',
      resigned: who.length
        ? `${listed(who)} ${who.length === 1 ? 'hat' : 'haben'} aufgegeben`
        : 'Jemand hat aufgegeben',
      forfeit: who.length ? `Die Zeit von ${listed(who)} ist um` : 'Die Zeit ist um',
      draw: 'Alle wollten ein Unentschieden',
      aborted: 'Die Partie wurde abgebrochen',
      closed: 'Die Partie wurde von den Betreibern geschlossen',
      agreed: 'Alle wollten aufhören',
    })[reason] ?? reason.replaceAll('_', ' '),
  rating: 'Wertung',
  ratingChange: (before, after) =>
    `${before} → ${after} (${after >= before ? '+' : '−'}${Math.abs(after - before)})`,
  rematch: 'Revanche',
  rematchWanted: 'Es gibt eine Revanche.',
  comeAlong: 'Mitspielen',
  watchReplay: 'Noch einmal ansehen',
  download: 'Alles herunterladen',
  verifyHow:
    'Der Download enthält Startwert, Einstellungen und jede Antwort. Auf dem Server spielt „conclave verify“ ihn nach und vergleicht Schritt für Schritt; die Festlegung ist der SHA-256 des Startwerts.',

  // Wiederholung
  replay: 'Wiederholung',
  replayOf: (title) => `Wiederholung: ${title}`,
  backToMatch: 'Zurück zur Partie',
  toStart: 'Zum Anfang',
  turnBack: 'Zurück zum Zug davor',
  stepBack: 'Einen Schritt zurück',
  play: 'Abspielen',
  stop: 'Anhalten',
  stepOn: 'Einen Schritt weiter',
  turnOn: 'Weiter zum nächsten Zug',
  toEnd: 'Zum Ende',
  moment: 'Augenblick',
  momentOf: (ply, last) => `${ply} von ${last}`,
  speed: 'Tempo',
  speedOf: (times) => `${String(times).replace('.', ',')}×`,
  seenBy: 'Gesehen von',
  seenByPublic: 'den Zuschauern',
  seenByAll: 'allen, offene Karten',
  seenByMe: (name) => `${name} (du)`,
  copyLink: 'Link zu diesem Augenblick kopieren',
  linkCopied: 'Der Link ist kopiert.',
  fork: 'Von hier weiterspielen',
  forkSomewhere: 'Von irgendwo weiterspielen',
  forkHelp:
    'Eine neue Übungspartie beginnt in diesem Augenblick, mit neuem Startwert: Was da verdeckt war, wird neu verteilt.',
  forkTitle: 'Von hier weiterspielen',
  forkSeat: 'Du spielst',
  forkOthers: 'Die anderen sind',
  forkBots: (bot) => `Bots: ${bot}`,
  forkPeople: 'Leute, die den Link bekommen',
  forkGo: 'Los',
  replayFailed: 'Dieser Augenblick ließ sich nicht laden.',
  tryAgain: 'Noch einmal versuchen',

  // Gespräch
  chatUnread: (number) => (number ? `Gespräch, ${number} ungelesen` : 'Gespräch'),
  saidOpen: (who, said) => `${who} sagt: ${said}. Gespräch öffnen`,
  sayTo: 'An',
  watcher: 'sieht zu',
  everybody: 'alle',
  privately: (names) => `nur an ${listed(names)}`,
  channelOf: (names) => `${listed(names)} sprechen unter sich`,
  spectatorsTalk: 'Zuschauer reden unter sich; am Tisch liest man es nach dem Ende.',
  earlierLines: 'Frühere Nachrichten',
  mutedLines: (number) => `${count(number, 'Zeile', 'Zeilen')} von Stummgeschalteten`,
};
