import type { Catalogue } from '../english';

export const problem: Catalogue['problem'] = {
  unreachable: 'Der Server ist nicht erreichbar. Bist du online?',
  unauthenticated: 'Bitte sag uns zuerst deinen Namen.',
  forbidden: 'Das ist nicht erlaubt.',
  notFound: 'Das gibt es nicht.',
  nameTaken:
    'Dieser Name ist vergeben oder einem vergebenen zum Verwechseln ähnlich. Versuche einen anderen.',
  seatTaken: 'Den Platz hat gerade jemand anderes genommen.',
  matchFull: 'Alle Plätze sind besetzt.',
  matchOver: 'Die Partie ist zu Ende.',
  paused: 'Die Partie ruht.',
  matchNotStarted: 'Die Partie hat noch nicht begonnen.',
  wrongCode: 'Dieser Einladungslink gilt nicht oder nicht mehr. Lass dir einen neuen schicken.',
  alreadySeated: 'Du sitzt schon an diesem Tisch.',
  alreadyStarted: 'Die Partie hat schon begonnen.',
  seatsOpen: 'Es sind noch Plätze frei.',
  notYourDecision: 'Diese Frage gilt jemand anderem.',
  staleDecision: 'Diese Frage ist schon beantwortet.',
  offerClosed: 'Dieser Vorschlag ist schon erledigt.',
  signedIn: 'Du hast hier schon ein Konto. Lade die Seite neu, dann ist es da.',
  undoOff: 'An diesem Tisch wird nichts zurückgenommen.',
  undoSealed: 'Das lässt sich nicht mehr zurücknehmen.',
  invalid: 'Der Server hat das nicht verstanden.',
  tooLarge: 'Das ist zu lang.',
  rateLimited: 'Das war etwas schnell. Warte einen Augenblick.',
  tooManyTables:
    'Mehr offene Tische darfst du nicht haben. Schließe einen oder warte, bis seine Plätze besetzt sind.',
  tooManyMatches:
    'Mehr laufende Partien darfst du nicht haben. Beende erst eine davon oder gib sie auf.',
  tooManyBotMatches: 'Du hast schon laufende Partien zwischen Bots. Warte, bis eine endet.',
  tooMuchChat: 'Du hast in der letzten Minute viel geschrieben. Warte einen Augenblick.',
  unavailable:
    'Der Server ist beschäftigt oder startet neu. Warte kurz, sieh nach, ob es schon geschehen ist, und versuche es dann noch einmal.',
  unexpected: 'Etwas ist schiefgegangen.',
};

export const wrong: Catalogue['wrong'] = {
  name: 'Bis zu 32 sichtbare Buchstaben, Ziffern und Zeichen aus einem einzigen Alphabet.',
  password:
    'Mindestens 8 Zeichen und nicht leicht zu erraten: kein übliches Passwort, nicht dein Name.',
  current_password: 'Das ist nicht das bisherige Passwort.',
  email: 'Das ist keine E-Mail-Adresse.',
  url: 'Diese Adresse ist nicht erlaubt. Sie muss mit https:// beginnen und im öffentlichen Netz liegen.',
  invite: 'Kein anderes Konto heißt so.',
  expires_at: 'Dieser Zeitpunkt ist vorbei.',
  clock: 'Diese Uhr ist nicht gültig eingestellt.',
  spectator_delay: 'Zwischen 0 und 100 Zügen, 0 und 1440 Minuten.',
  reason: 'Bitte sag mit ein paar Worten, was geschehen ist.',
};
