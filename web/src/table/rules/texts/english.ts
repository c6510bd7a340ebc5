/** What the rules at the table say; rules and card texts come from the game. */

export const english = {
  now: (phase: string) => `Now: ${phase}`,
  may: 'What may be done',
  nothing: 'Nothing is decided here; it happens by itself.',
  phases: 'All phases',
  shortRules: 'Short rules',
  signs: 'Signs',
  keywords: 'Keywords',
  search: 'Search cards and keywords',
  components: 'Components',
  found: (count: number) => (count === 1 ? 'one found' : `${count} found`),
  noneFound: 'No matching cards or keywords.',
  more: (count: number) => `${count} more: type more to see them.`,
};

export type RulesWords = typeof english;
