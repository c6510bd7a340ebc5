import type { ArcanaGlossary } from './english';

export const german: ArcanaGlossary = {
  // keywords
  turn: ['Turn (drehen)', 'Kosten: Die Karte wird gedreht und ruht, bis sie gerade gestellt wird.'],
  turned: ['Turned (gedreht)', 'Vorerst verbraucht: Nur Reaktionen ohne „turn“ wirken noch.'],
  straighten: ['Straighten (gerade stellen)', 'Eine gedrehte Karte ist wieder bereit.'],
  component: [
    'Component (Karte im Spiel)',
    'Ein Artefakt, Magier, magischer Gegenstand, Monument oder Ort der Macht.',
  ],
  place: ['Place (ausspielen)', 'Lege ein Artefakt vor dich und bezahle seine Kosten.'],
  less: [
    'For less (billiger)',
    'Es kostet so viele Essenzen weniger; Nachlässe werden addiert, bis hinab zu 0.',
  ],
  claim: [
    'Claim (nehmen)',
    'Nimm ein Monument oder einen Ort der Macht aus der Mitte und bezahle die Kosten.',
  ],
  discard: ['Discard (abwerfen)', 'Lege eine Handkarte offen auf deine abgelegten Karten.'],
  discards: [
    'Discards (abgelegte Karten)',
    'Abgeworfene und zerstörte Karten; alle dürfen sie ansehen.',
  ],
  destroy: [
    'Destroy (zerstören)',
    'Lege ein Artefakt aus dem Spiel ab; Essenzen darauf sind verloren.',
  ],
  draw: [
    'Draw (ziehen)',
    'Nimm die oberste Karte deines Stapels; ist er leer, werden erst die abgelegten gemischt.',
  ],
  on_this: [
    'Put on this (darauf legen)',
    'Die Essenzen liegen auf der Karte, bis du sie beim Einsammeln nimmst.',
  ],
  any_but: ['Any but … (alles außer)', 'Eine Mischung deiner Wahl ohne die genannten Essenzen.'],
  rival: [
    'Rival (Gegner)',
    'Alle anderen am Tisch. Wer gepasst hat, verliert kein Life, bekommt aber Essenzen.',
  ],
  life_loss: [
    'Life loss (Verlust von Life)',
    'Verliere so viel Life aus deinem Vorrat; für jedes fehlende zwei andere Essenzen.',
  ],
  ignore: ['Ignore (abwehren)', 'Du verlierst diesmal nichts; andere schützt das nicht.'],
  victory_check: [
    'Victory check (Siegprüfung)',
    'Die Punkte werden jetzt gezählt; zehn oder mehr können sofort gewinnen.',
  ],
  points: ['Points (Punkte)', 'Die Zahl auf dem Stern. Zehn Punkte beenden das Spiel.'],
  // essences
  elan: ['Elan', 'Eine Essenz: Damit bezahlst du.'],
  life: ['Life', 'Eine Essenz: Damit bezahlst du, und Angriffe nehmen sie dir.'],
  calm: ['Calm', 'Eine Essenz: Damit bezahlst du.'],
  death: ['Death', 'Eine Essenz: Damit bezahlst du.'],
  gold: [
    'Gold',
    'Eine Essenz: Damit bezahlst du, vor allem Monumente; bei Gleichstand zählt sie doppelt.',
  ],
  any: ['Any (beliebig)', 'Zahle oder nimm Essenzen deiner Wahl, auch Gold.'],
  // kinds of powers and tags
  action: ['Kraft', 'Sie zu benutzen ist deine Aktion. Die Karte darf nicht gedreht sein.'],
  react: [
    'React (Reaktion)',
    'Auch außerhalb deines Zuges, sobald der Anlass eintritt; das ist keine Aktion.',
  ],
  collect: ['Collect (einsammeln)', 'Gibt ihre Essenzen zu Beginn jeder Runde.'],
  ability: ['Immer', 'Gilt die ganze Zeit, auch wenn die Karte gedreht ist.'],
  on_claim: ['Beim Erwerb', 'Geschieht einmal, wenn du die Karte nimmst.'],
  creature: [
    'Creature (Kreatur)',
    'Ein Merkmal: Manche Karten zählen oder drehen Kreaturen oder stellen sie gerade.',
  ],
  dragon: [
    'Dragon (Drache)',
    'Ein Merkmal: Manche Karten zählen Drachen oder machen sie billiger.',
  ],
  first_player: [
    'Startspielermarker',
    '1 Punkt wert. Wer zuerst passt, bekommt ihn und beginnt die nächste Runde.',
  ],
};
