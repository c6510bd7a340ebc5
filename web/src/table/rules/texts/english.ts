/** What the rules at the table say; rules and card texts come from the game. */

import { phrase, plural } from '../../../i18n/message';

export const english = {
  now: phrase('phase', 'Now: {phase}'),
  may: 'What may be done',
  nothing: 'Nothing is decided here; it happens by itself.',
  phases: 'All phases',
  shortRules: 'Short rules',
  signs: 'Signs',
  keywords: 'Keywords',
  search: 'Search cards and keywords',
  components: 'Components',
  found: plural('count', 'one found', '{count} found'),
  noneFound: 'No matching cards or keywords.',
  more: phrase('count', '{count} more: type more to see them.'),
};
