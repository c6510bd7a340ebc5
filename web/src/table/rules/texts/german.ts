import type { RulesWords } from './english';

export const german: RulesWords = {
  now: (phase) => `Jetzt: ${phase}`,
  may: 'Was man tun kann',
  nothing: 'Hier entscheidet niemand etwas; es geschieht von selbst.',
  phases: 'Alle Phasen',
  shortRules: 'Kurze Regeln',
  signs: 'Zeichen',
  keywords: 'Begriffe',
  search: 'Karten und Begriffe suchen',
  components: 'Karten und Material',
  found: (count) => (count === 1 ? 'eines gefunden' : `${count} gefunden`),
  noneFound: 'Keine passenden Karten oder Begriffe.',
  more: (count) => `${count} weitere: Tippe mehr, um sie zu sehen.`,
};
