import { phrase } from '../../message';

/** Built-in bots: how they are chosen; the server names and describes them. */
export const opponents = {
  howStrong: 'How strong should the bots be?',
  howMany: 'How many bots?',
  more: 'More bots',
  below: phrase('level', 'below {level}'),
  above: phrase('level', 'above {level}'),
  like: phrase('level', 'like {level}'),
};
