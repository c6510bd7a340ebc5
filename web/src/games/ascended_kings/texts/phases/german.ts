import type { KingsPhases } from './english';

const fire = {
  name: 'Vorrücken des Feuers',
  text: 'Eine Wand, vom Würfel bestimmt, rückt eine Linie vor. Figuren in einer Wand erleiden 1 Wunde, dahinter sterben sie.',
  options: ['Hebe eine Wunde mit einer Sofortkraft auf.'],
};

export const german: KingsPhases = {
  kings: {
    name: 'Wahl der Könige',
    text: 'Alle wählen ihren König; wer die Partie beginnt, zuletzt.',
    options: ['Wähle einen König: Sein Fokus sagt, welche Karten du einschreiben kannst.'],
  },
  deal: { name: 'Austeilen', text: 'Alle bekommen 3 Karten.', options: [] },
  gems: {
    name: 'Erste Edelsteine',
    text: 'Alle beginnen mit drei Edelsteinen.',
    options: ['Nimm 3 Core-Edelsteine: Aria, Egis und Pyre, wie du willst.'],
  },
  turn: {
    name: 'Fokus erzeugen',
    text: 'Ein Zug beginnt: Jede vollendete Transmutation gibt einen Edelstein.',
    options: [
      'Eine prismatische Transmutation gibt einen Core-Edelstein deiner Wahl.',
      'Wer den Ascended Die hat, darf ihn absorbieren und verliert alle Dire.',
      'Gegner mit Ylem-Transmutation dürfen einen Ylem-Schild heben.',
    ],
  },
  state: {
    name: 'Wahl des Zustands',
    text: 'Der Zustand sagt, wozu dieser Zug dient.',
    options: [
      'Latent: Karte ziehen, Edelsteine würfeln, Transmutationen füllen, einschreiben.',
      'Active: Stufe steigen, ziehen, bewegen, angreifen und wirken, sooft du bezahlen kannst.',
    ],
  },
  roll: {
    name: 'Latent: Würfeln',
    text: 'Du würfelst einen Fokuswürfel mehr, als deine Stufe zählt.',
    options: [
      'Setze erst Sofortkräfte ein; solche mit Würfeln werden mitgewürfelt.',
      'Wirf die Würfel.',
    ],
  },
  allocate: {
    name: 'Latent: Würfel verteilen',
    text: 'Würfel werden Edelsteine: 1 oder 2 Aria, 3 Egis, 4 oder 5 Pyre, 6 eines davon.',
    options: [
      'Nutze Würfel einzeln oder addiere sie; erreicht die Summe die Zahl neben deinem Ylem-Vorrat, gibt sie Ylem.',
      'Zeigen alle Würfel dasselbe, gibt das dazu 1 Ylem.',
    ],
  },
  latent: {
    name: 'Latent: Ausbauen',
    text: 'Du bereitest spätere Züge vor.',
    options: [
      'Vollende eine Transmutation mit drei Edelsteinen, oder nimm sie zurück.',
      'Schreibe eine Karte verdeckt ein, um sie später umsonst zu wirken.',
      'Beende deinen Zug.',
    ],
  },
  action: {
    name: 'Active (aktiv)',
    text: 'So viele Aktionen, wie du bezahlen kannst, in jeder Reihenfolge.',
    options: [
      'Bewegen: 1 Aria je Schritt; einen angrenzenden Gegner zu verlassen, kostet 1 Egis mehr.',
      'Angreifen: beliebig viel Pyre; das Ziel blockt mit Egis, eins für eins.',
      'Eine Karte für ihren Preis in Ylem wirken, oder die eingeschriebene umsonst.',
      'Stufe steigen für 2 Ylem, dann 3. Eine Karte ziehen für 1 Ylem.',
      'Ylem-Fähigkeiten, wenn deine Ylem-Transmutation vollendet ist.',
      'Als Ziel: Setze Sofortkräfte ein, bevor die Wunden kommen.',
    ],
  },
  discard: {
    name: 'Abwerfen',
    text: 'Der Zug endet; niemand behält mehr als fünf Karten.',
    options: ['Wirf bis auf fünf Karten ab, wenn du willst für ihre Sofortkräfte.'],
  },
  returns: {
    name: 'Rückkehr',
    text: 'Getötete kehren als Wiedergänger zurück, bei einem zufälligen Feld, mit 3 neuen Karten.',
    options: ['Wähle dort dein Feld und nimm 3 Core-Edelsteine.'],
  },
  dial: {
    name: 'Ende der Runde',
    text: 'Die Rundenscheibe dreht sich weiter; an ihrem Ende beginnt der Omega-Krieg.',
    options: [],
  },
  fire,
  burn: fire,
  event: {
    name: 'Ereignis',
    text: 'Die Ereignisscheibe zeigt Flammen oder Edelsteine, die auf einem zufälligen Feld erscheinen.',
    options: ['Hebe eine Wunde mit einer Sofortkraft auf.'],
  },
  over: {
    name: 'Das Ende',
    text: 'Vier Blutsteine auf dem Omega-Stein gewinnen sofort; sonst gewinnen die meisten Koru.',
    options: [],
  },
};
