/** The short rules, which the server tells in English. */
export const german = `\
# Das Ziel
Jeder König beginnt mit einem der vier Blutsteine; zu zweit oder zu dritt kommen die anderen mit den
ersten Wiedergängern ins Spiel. Töte, um sie zu bekommen, und betritt dann das Feld des
Omega-Steins: Mit allen vieren gewinnst du sofort, mit weniger werden die Koru gezählt.

# Edelsteine
Aria bewegt ein Feld weit, Egis blockt ein Pyre, Pyre greift für eine Wunde an; das sind
Core-Edelsteine. Dire ist eine Wunde. Ylem bezahlt Stufen, Karten und Fokusfähigkeiten und hat einen
eigenen Vorrat für fünf. Dein Vorrat fasst 9, 12 oder 15 Edelsteine, Wunden eingeschlossen; was
nicht hineinpasst, musst du abgeben.

# Dein Zug
Jede vollendete Transmutation gibt einen Edelstein. Dann wähle einen Zustand. Zu dritt und zu viert
beginnt jede Runde jemand anderes, zu zweit immer dieselbe Person.

Latent: Ziehe eine Karte, wirf einen Fokuswürfel mehr, als deine Stufe zählt, und mache aus den
Würfeln Edelsteine: 1 oder 2 Aria, 3 Egis, 4 oder 5 Pyre, 6 eines davon. Würfel darf man addieren;
eine Summe ab der Zahl neben deinem Ylem-Vorrat gibt Ylem. Zeigen alle Würfel dasselbe, gibt das
dazu ein Ylem. Danach fülle oder leere Transmutationen und schreibe eine Karte verdeckt ein, um sie
später umsonst zu wirken: ein König eine Karte des eigenen Fokus, ein Wiedergänger eine jedes Fokus.

Active: Ein Ylem erscheint auf einem zufälligen Feld; dann handle, sooft du bezahlen kannst: Stufe
steigen, ziehen, bewegen, angreifen, wirken und Ylem-Fähigkeiten benutzen.

Am Ende deines Zuges wirf bis auf fünf Karten ab.

# Bewegen
Ein Schritt geht auf ein angrenzendes freies Feld außerhalb des Feuers. Wer dabei angrenzende Gegner
verlässt, zahlt für jeden 1 Egis, die Fluchtkosten; kannst du nicht zahlen, bleiben nur Schritte,
nach denen du noch angrenzt. Wiedergänger, Könige mit vollendeter Egis-Transmutation und Figuren im
Feuer zahlen nie, auch nicht eine Figur, die von einer Fähigkeit bewegt wird. Du nimmst, was auf
einem Feld liegt, auch Dire.

# Angreifen
Sage, mit wie viel Pyre; das Ziel muss mit seinem Egis blocken, eins für eins. Was nicht geblockt
wird, verwundet. Drei Wunden töten auf Stufe 1, vier auf Stufe 2, fünf auf Stufe 3. Töten gibt
1 Ylem, mit überzähligen Wunden auch eine Karte.

# Sofortkräfte
Eine Karte mit Sofortkraft darfst du jederzeit dafür abwerfen, in jedem Zug: für Edelsteine, für
Würfel, oder um Wunden aufzuheben und Dire zu entfernen.

# Tod
Deine Blutsteine bleiben auf deinem Feld. Nach dem Zug kehrst du bei einem zufälligen Feld als
Wiedergänger zurück: Du ziehst 3 Karten vom anderen Stapel und nimmst 3 Core-Edelsteine; du bewegst
dich und greifst auch schräg an und fliehst umsonst. Der letzte König bekommt den Ascended Die und
wirft ihn mit. Wer ihn hat, darf ihn zu Beginn jedes Zuges absorbieren: Er verlässt das Spiel und
mit ihm alles eigene Dire.

# Feuer
Nach jeder Runde rückt eine von vier Wänden eine Linie vor, wenn dort kein Blutstein liegt und
danach noch drei Linien bis zur Wand oder zum Rand gegenüber blieben. Eine Figur in einer Wand
erleidet eine Wunde, eine dahinter stirbt. Niemand darf ins Feuer gehen; eine Figur darin, die sich
bewegt, muss es verlassen, wenn sie kann, und erleidet sonst für jedes Feld eine Wunde. Dann folgt
ein Ereignis.

# Ylem-Fähigkeiten
Eine vollendete Ylem-Transmutation erlaubt vier. Ylem Bridge (1 Ylem, 1 Aria) geht auf ein
beliebiges freies Feld mit Ylem, Heal Wound (1 Ylem, 1 Egis) entfernt 1 Dire, Pyrokinesis (1 Ylem,
1 Pyre) drängt eine Wand, in oder neben der du stehst, eine Linie zurück. Ylem Shield, im Zug eines
Gegners, kostet die 3 Ylem der Transmutation selbst: Seine Karten können dich in diesem Zug nicht
zum Ziel haben, Angriffe schon. Ein Wiedergänger leert eine prismatische Transmutation, um
irgendeinem Wiedergänger auf dem Brett 1 Ylem zu geben (Ylem Prism); die eines Königs, auf Prismatic
Inscription, gibt es nur ihm selbst, und die Karte wird abgeworfen.

# Der Omega-Krieg
Er beginnt nach einem Zug, der alle vier Blutsteine in eine Hand bringt, oder nach 20, 15 oder 10
Runden zu zweit, dritt oder viert. Ohne Countdown beginnen ihn nur die Blutsteine; die Scheibe
bleibt bei 10 stehen. Das Feuer ist aus, und der Omega-Stein liegt am Rand des Bretts. Koru: 25 für
ihn, 15 je Blutstein, 10, wenn du nie getötet wurdest, 5 je Transmutation, 1 je Ylem; bei
Gleichstand entscheiden Stufe und Hand. Eine Partie mit Rundengrenze endet dort, und die Koru
entscheiden.
`;
