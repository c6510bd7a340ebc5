/** The short rules, which the server tells in English. */
export const german = `\
# Worum es geht

Alle führen ein Heer aus 24 Karten auf drei Schlachtfelder (zu dritt auf vier). Wer nach der letzten
Runde auf zweien davon mehr Macht hat als alle anderen, gewinnt. Schafft das niemand, entscheidet
die höchste Summe über alle Schlachtfelder; gleiche Summen sind unentschieden.

Zu dritt können zwei je zwei Schlachtfelder gewinnen; dann werden nur die Summen dieser beiden
verglichen.

# Eine Runde

Beginn: Du hast eine Essenz mehr als die Nummer der Runde, verändert um das, was du in der Runde
davor gewonnen oder verloren hast. Essenz lässt sich nicht sparen.

Auswahl: Alle ziehen zugleich zwei Karten, behalten eine und legen die andere unter den eigenen
Spielstapel.

Befehl: Wer zuerst handelt, benutzt die Befehlsfähigkeiten der Karten im Spiel, dann die anderen.

Aufstellen: Lege Karten verdeckt auf die Schlachtfelder und bezahle ihre Essenz. Eine Karte nimmt
immer die niedrigste offene Zone; meist hat jeder sechs. Gegner sehen, wo eine Karte liegt, und
sonst nichts.

Aufdecken: Karten werden einzeln aufgedeckt, in der Reihenfolge des Aufstellens. Jede bekommt ihre
Macht, dann wirkt ihre Fähigkeit, dann können andere Karten und das Schlachtfeld reagieren.

Ende: Die Schlachtfelder wirken; dann wird der Startspielermarker weitergegeben.

Gespielt werden zehn Runden, zu dritt neun.

# Karten

Sofort-Fähigkeiten wirken einmal, beim Aufdecken. Bedingte wirken, sooft ihre Bedingung eintritt.
Dauernde gelten immer. „Here“ heißt auf dem Schlachtfeld dieser Karte, „Ally“ eine andere
aufgedeckte Karte von dir, „Opponent card“ eine aufgedeckte Karte eines Gegners. Verdeckte Karten
haben keine Macht, können nicht gewählt werden und tun noch nichts, besetzen aber ihre Zonen.

Macht fällt nie unter 0. Eine Höchstmacht wird nur mit Hilfe eines Schlachtfelds überschritten.
Verlässt eine Karte ihre Zone, rücken die Karten dahinter auf.

# Marker

Ein Stoppmarker liegt auf einer Seite eines Schlachtfelds und verhindert dort die nächste
Sofort-Fähigkeit. Ein Lähmungsmarker schaltet eine bedingte Fähigkeit ab. Ein Schildmarker schützt
vor Vernichtung. Mit einem Ankermarker kann sich eine Karte nicht bewegen und nicht zurückkehren.
Mit einem Bewegungsmarker darf sich eine Karte in der Befehlsphase einmal bewegen.

# Schlachtfelder

Jedes hat zwei Effekte, die für alle einzeln gelten, wenn sie nicht von der ersten Person sprechen,
die etwas tut. Beim Aufdecken einer Karte kommen sie zuletzt.
`;
