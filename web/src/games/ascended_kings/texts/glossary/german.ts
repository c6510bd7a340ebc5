import type { KingsGlossary } from './english';

export const german: KingsGlossary = {
  // where
  adjacent: ['Adjacent (angrenzend)', 'Eines der vier Felder, die mit deinem eine Kante teilen.'],
  surrounding: ['Surrounding (umliegend)', 'Eines der acht Felder um deines, auch schräg.'],
  row_or_column: [
    'Row or column (Reihe oder Spalte)',
    'Jedes Feld gerade über, unter, links oder rechts von dir.',
  ],
  line_of_sight: [
    'Line of sight (Sichtlinie)',
    'Auf der geraden Linie zwischen euch steht keine andere Figur.',
  ],
  free_tile: ['Free tile (freies Feld)', 'Ein Feld ohne Figur.'],
  arena: ['Arena', 'Die Felder, die keine Feuerwand bedeckt oder hinter sich hat.'],
  escape_cost: [
    'Escape Cost (Fluchtkosten)',
    '1 Egis für jeden angrenzenden Gegner, den ein Schritt verlässt; Wiedergänger zahlen nie.',
  ],
  // gems and pools
  core_gem: ['Core gem (Core-Edelstein)', 'Aria, Egis oder Pyre.'],
  aria: ['Aria', 'Bewegt deine Figur im aktiven Zustand ein Feld weit.'],
  egis: ['Egis', 'Blockt ein Pyre eines Angriffs oder bezahlt die Flucht vor einem Gegner.'],
  pyre: ['Pyre', 'Greift für eine Wunde an; erreicht es eine Feuerwand, explodiert es.'],
  dire: ['Dire', 'Eine Wunde in deinem Vorrat: zwei mehr als deine Stufe töten dich.'],
  ylem: ['Ylem', 'Bezahlt Stufen, Karten, Fokusfähigkeiten und Ylem-Fähigkeiten.'],
  ylem_pool: [
    'Ylem Pool (Ylem-Vorrat)',
    'Fasst fünf Ylem; je voller er ist, desto kleiner die Summe für das nächste.',
  ],
  pool: [
    'Pool (Vorrat)',
    'Deine Edelsteine: 9, 12 oder 15 nach deiner Stufe, Wunden eingeschlossen.',
  ],
  supply: [
    'Supply (Vorrat aller)',
    'Der gemeinsame Bestand; was aufgebraucht ist, kann niemand nehmen.',
  ],
  dire_wound: [
    'Dire Wound (Wunde)',
    'Du nimmst 1 Dire. Egis blockt nur Pyre eines Angriffs; Sofortkräfte heben Wunden auf.',
  ],
  // turns
  latent: ['Latent State (latent)', 'Ein Zug zum Ziehen, Würfeln, Transmutieren und Einschreiben.'],
  active: [
    'Active State (aktiv)',
    'Ein Zug zum Bewegen, Angreifen und Wirken, sooft du bezahlen kannst.',
  ],
  focus_die: [
    'Focus Die (Fokuswürfel)',
    'Du wirfst einen mehr, als deine Stufe zählt; Würfel werden Edelsteine.',
  ],
  focus_ability: [
    'Focus Ability (Fokusfähigkeit)',
    'Der Text einer Karte, im aktiven Zustand für ihren Preis in Ylem gewirkt.',
  ],
  own_deck: [
    'Your deck (dein Stapel)',
    'Könige ziehen vom Stapel der Könige, Wiedergänger von ihrem.',
  ],
  inscribe: [
    'Inscribe (einschreiben)',
    'Lege eine Karte verdeckt auf deine Tafel; später wirkst du sie ohne Ylem.',
  ],
  transmutation: [
    'Transmutation',
    'Drei Edelsteine in ihren Fassungen: eine dauernde Fähigkeit und jeden Zug ein Edelstein.',
  ],
  prismatic: [
    'Prismatic Transmutation',
    '1 Aria, 1 Egis und 1 Pyre; gibt jeden Zug einen Core-Edelstein deiner Wahl.',
  ],
  ylem_abilities: [
    'Ylem Abilities (Ylem-Fähigkeiten)',
    'Ylem Bridge, Heal Wound, Pyrokinesis und Ylem Shield.',
  ],
  king: [
    'King (König)',
    'Die erste Gestalt aller; bewegt sich und greift gerade an, zieht Karten der Könige.',
  ],
  revenant: [
    'Revenant (Wiedergänger)',
    'So kehren Getötete zurück: Sie bewegen sich und greifen auch schräg an.',
  ],
  fire_wall: [
    'Fire Wall (Feuerwand)',
    'Eine von vier Wänden. In ihr wird eine Figur verwundet, dahinter stirbt sie.',
  ],
  omega_war: [
    'Omega War (Omega-Krieg)',
    'Der letzte Teil: Das Feuer ist aus, der Omega-Stein liegt da.',
  ],
  // signs on cards
  instant: ['Sofortkraft', 'Wirf die Karte jederzeit ab, in jedem Zug, für das, was hier steht.'],
  level: ['Stärke', 'Wie stark die Fähigkeit ist, von I bis III, und wie viel Ylem sie kostet.'],
  // signs on the table
  hearts: ['Herzen', 'So viele weitere Wunden töten diese Figur.'],
  shield: [
    'Ylem-Schild',
    'Karten dessen, der am Zug ist, können diese Figur nicht zum Ziel haben; Angriffe schon.',
  ],
  crown: ['Startspieler', 'Hat den ersten Zug der Runde.'],
  koru: [
    'Koru',
    'Was du jetzt zählen würdest: Blutsteine 15, nie getötet 10, Transmutationen 5, Ylem 1.',
  ],
  inscription: ['Inschrift', 'Auf dieser Tafel liegt eine eingeschriebene Karte.'],
  threshold: ['Schwelle', 'Von dieser Würfelsumme an gibt es Ylem.'],
  deadlock: [
    'Blockade',
    'Diese Wand kann nicht vorrücken: Ein Blutstein oder die Wand gegenüber hält sie auf.',
  ],
  bloodstone: [
    'Bloodstone (Blutstein)',
    'Alle vier beginnen den Omega-Krieg; mit einem darfst du das Feld des Omega-Steins betreten.',
  ],
  omega_stone: [
    'Omega Stone (Omega-Stein)',
    'Wer sein Feld mit einem Blutstein betritt, beendet die Partie.',
  ],
  ascended_die: [
    'Ascended Die',
    'Ein zusätzlicher Würfel; zu Beginn eines Zuges absorbiert, entfernt er all dein Dire.',
  ],
  // events of the dial
  event_flame: ['Flammen', 'Figuren in oder neben einer Feuerwand erleiden 1 Wunde.'],
  event_ylem: ['1 Ylem', 'Erscheint auf einem zufälligen Feld.'],
  event_pyre: ['1 Pyre', 'Erscheint auf einem zufälligen Feld.'],
  event_pyre_pyre: ['2 Pyre', 'Erscheinen auf einem zufälligen Feld.'],
  event_ylem_dire: ['1 Ylem und 1 Dire', 'Erscheinen auf einem zufälligen Feld.'],
};
