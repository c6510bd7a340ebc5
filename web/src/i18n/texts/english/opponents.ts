import { phrase } from '../../message';

/** Built-in bots: how they are named, described and chosen. */
export const opponents = {
  howStrong: 'How strong should the bots be?',
  howMany: 'How many bots?',
  more: 'More bots',
  below: phrase('level', 'below {level}'),
  above: phrase('level', 'above {level}'),
  like: phrase('level', 'like {level}'),
  named: {
    easy: { title: 'Easy', text: 'Plays sensibly but misses things. Good for a first match.' },
    normal: { title: 'Normal', text: 'Thinks its moves through to the end of the round.' },
    hard: { title: 'Hard', text: 'Weighs many more moves, and takes its time over them.' },
    greedy: { title: 'Greedy', text: 'Grabs whatever gains most right now.' },
    guide: { title: 'Guide', text: 'Plays the other side of a first match.' },
    random: { title: 'Random', text: 'Makes any legal move.' },
  },
};
