/** The short rules, which the server tells in English. */
export const german = `\
# Das Ziel

Du bist Magier. Mache aus Essenzen Artefakte, Monumente und Orte der Macht. Sobald jemand zehn
Punkte hat, gewinnen die meisten Punkte.

# Was du hast

Je eine Essenz jeder Art (Elan, Life, Calm, Death, Gold), einen Magier, einen magischen Gegenstand
und deine eigenen acht Artefakte: drei auf der Hand, fünf im Stapel.

# Eine Runde

Einsammeln: Jede Fähigkeit „Collect“ gibt Essenzen. Von jeder deiner Karten darfst du alle Essenzen
nehmen, die auf ihr liegen, oder sie liegen lassen.

Aktionen: Vom Startspieler an reihum je eine Aktion, bis alle gepasst haben. Spiele ein Artefakt
aus; nimm ein Monument (4 Gold) oder einen Ort der Macht; wirf eine Karte für 1 Gold oder zwei
andere Essenzen ab; benutze eine Kraft einer Karte, die nicht gedreht ist; oder passe. Wer passt,
nimmt einen anderen magischen Gegenstand und zieht eine Karte. Wer zuerst passt, nimmt auch den
Startspielermarker, der einen Punkt wert ist, solange man ihn hat.

Sieg: Haben alle gepasst, werden die Punkte gezählt. Ab zehn gewinnen die meisten Punkte; bei
Gleichstand die meisten Essenzen, wobei Gold doppelt zählt. Sonst werden alle Karten gerade
gestellt, und eine neue Runde beginnt.

# Kräfte

Eine Kraft hat Kosten und eine Wirkung. Die meisten drehen ihre Karte, die dann ruht, bis sie gerade
gestellt wird. Reaktionen („React“) benutzt man außerhalb des eigenen Zuges; sie sind keine Aktion.

# Verlust von Life

Drachen lassen jeden Gegner, der nicht gepasst hat, Life verlieren. Für jedes fehlende Life
verlierst du zwei andere Essenzen. Stattdessen darfst du zahlen, was der Drache nennt, oder eine
Reaktion benutzen, und verlierst nichts.

# Nachlässe

Sie werden addiert. Du suchst aus, welche Essenzen der Kosten du nicht zahlst.`;
