import type { EmpyreanGlossary } from './english';

export const german: EmpyreanGlossary = {
  // numbers on a card
  essence: ['Essence (Essenz)', 'Bezahlt Karten. Was am Ende einer Runde übrig ist, verfällt.'],
  cost: [
    'Essence cost (Essenzkosten)',
    'Die Zahl im Kreis: So viel kostet es, die Karte aufzustellen.',
  ],
  might: ['Might (Macht)', 'Die Stärke einer Karte. Die höhere Summe gewinnt ein Schlachtfeld.'],
  reveal_might: ['Reveal Might', 'Die aufgedruckte Macht, die eine Karte beim Aufdecken bekommt.'],
  maximum: [
    'Maximum Might (Höchstmacht)',
    'Weiter wächst die Karte nicht; nur ein Schlachtfeld darf darüber gehen.',
  ],
  // where and which
  here: ['Here (hier)', 'Auf dem Schlachtfeld dieser Karte.'],
  zone: ['Zone', 'Ein Platz für eine Karte, meist sechs für jeden auf einem Schlachtfeld.'],
  open_zone: [
    'Open Zone (offene Zone)',
    'Eine Zone ohne Karte; neue Karten nehmen die niedrigste.',
  ],
  ally: ['Ally (eigene)', 'Eine andere aufgedeckte Karte von dir.'],
  opponent: [
    'Opponent (Gegner)',
    'Wer gegen dich spielt; eine Opponent card ist eine aufgedeckte Karte von ihm.',
  ],
  // what is done
  deploy: [
    'Deploy (aufstellen)',
    'Lege eine Karte verdeckt in die niedrigste offene Zone und bezahle sie.',
  ],
  reveal: [
    'Reveal (aufdecken)',
    'Eine verdeckte Karte umdrehen; sie bekommt ihre Macht und kann von da an wirken.',
  ],
  resolve: ['Resolve (ausführen)', 'Eine Fähigkeit vollständig ausführen.'],
  apply: ['Apply (geben)', 'Lege Macht oder einen Marker auf eine Karte.'],
  remove: ['Remove (nehmen)', 'Nimm Macht oder einen Marker weg; Macht fällt nie unter 0.'],
  add: ['Add, Subtract (mehr, weniger)', 'Ändert die Essenz um so viel, für eine Runde.'],
  draw: ['Draw (ziehen)', 'Nimm die oberste Karte deines Spielstapels auf die Hand.'],
  acquire: ['Acquire (holen)', 'Suche die Karte im Spielstapel, nimm sie auf die Hand und mische.'],
  move_action: [
    'Move (bewegen)',
    'Lege eine aufgedeckte Karte mit allem darauf in eine offene Zone anderswo.',
  ],
  return_action: [
    'Return (zurückkehren)',
    'Nimm die Karte auf die Hand zurück, ohne Macht und Marker.',
  ],
  discard: ['Discard (abwerfen)', 'Lege eine Handkarte verdeckt auf deinen Ablagestapel.'],
  destroy: [
    'Destroy (vernichten)',
    'Lege eine aufgedeckte Karte offen auf den Vernichtungsstapel ihres Besitzers.',
  ],
  banish: ['Banish (bannen)', 'Lege eine Karte verdeckt auf den Bannstapel, aus dem Spiel.'],
  swap: [
    'Swap (tauschen)',
    'Eine Karte nimmt den Platz einer anderen ein, bekommt ihre Macht und wirkt.',
  ],
  shift: [
    'Shift (verschieben)',
    'Die Karte geht in die nächste offene Zone desselben Schlachtfelds.',
  ],
  bite: [
    'Bite (beißen)',
    'Für 1 Essenz gewinnt ein Vampir Macht durch einen eigenen Menschen, einmal je Runde.',
  ],
  tracker: ['Tracker (Anzeiger)', 'Dort liegen Essenz und Raubzugmarker.'],
  // keywords of single decks; [N] follows them on a card
  sacrifice: [
    'Sacrifice N (opfern)',
    'Gewinnt N Macht für jedes Opfer: ein Gefangener, oder Abwerfen für eine Gottheit.',
  ],
  round_table: [
    'Round Table N (Tafelrunde)',
    'Füllt deine letzte offene Zone hier: Jeder deiner Ritter hier gewinnt N Macht, einmal.',
  ],
  bloodlust: [
    'Bloodlust N (Blutdurst)',
    'Darf in der Befehlsphase für 1 Essenz beißen und gewinnt dann N Macht.',
  ],
  viking_raid_keyword: [
    'Viking Raid N (Raubzug)',
    'Gewinnt N Macht, sooft ein Schiff sie auf ein Schlachtfeld mitnimmt.',
  ],
  // kinds of abilities
  instant: ['Sofort', 'Die Fähigkeit wirkt einmal, beim Aufdecken.'],
  conditional: ['Bedingt', 'Die Fähigkeit wirkt, sooft ihre Bedingung eintritt.'],
  passive: ['Dauernd', 'Die Fähigkeit gilt die ganze Zeit.'],
  // tokens
  stop: [
    'Stop Token (Stoppmarker)',
    'Die nächste Sofort-Fähigkeit, die auf dieser Seite aufgedeckt wird, entfällt.',
  ],
  stun: [
    'Stun Token (Lähmungsmarker)',
    'Schaltet eine bedingte Fähigkeit ab, solange die Karte liegen bleibt.',
  ],
  shield: [
    'Shield Token (Schildmarker)',
    'Die Karte kann nicht vernichtet werden; sonst schützt er vor nichts.',
  ],
  anchor: [
    'Anchor Token (Ankermarker)',
    'Die Karte kann sich nicht bewegen und nicht zurückkehren.',
  ],
  move: [
    'Move Token (Bewegungsmarker)',
    'Die Karte darf sich in einer Befehlsphase einmal bewegen; dann ist er verbraucht.',
  ],
  permanent_move: [
    'Permanent Move Token',
    'Die Karte darf sich in jeder Befehlsphase einmal bewegen.',
  ],
  captive: [
    'Captive Token (Gefangenenmarker)',
    'Tut von sich aus nichts; Karten opfern oder zählen ihn.',
  ],
  viking_raid: [
    'Viking Raid Token (Raubzugmarker)',
    'Einer für jeden Raubzug eines Schiffs; sie werden gezählt, nie ausgegeben.',
  ],
  first_player: [
    'First Player Token (Startspielermarker)',
    'Wer ihn hat, handelt zuerst; nach jeder Runde wird er weitergegeben.',
  ],
  // signs of the phases in which a card or battlefield acts
  phase_begin: ['Beginn', 'Wenn eine Runde beginnt.'],
  phase_draft: ['Auswahl', 'Während Karten gezogen und behalten werden.'],
  phase_command: [
    'Command Phase (Befehlsphase)',
    'Vor dem Aufstellen: Karten mit diesem Zeichen dürfen handeln.',
  ],
  phase_deploy: ['Aufstellen', 'Während Karten aufgestellt werden.'],
  phase_reveal: ['Aufdecken', 'Während Karten aufgedeckt werden.'],
  phase_end: ['Ende', 'Am Ende einer Runde.'],
  phase_end_of_game: ['Spielende', 'Einmal, nach der letzten Runde.'],
};
