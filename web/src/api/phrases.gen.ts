/** The set phrases of chat, in English. */
export const PHRASES = {
  hello: 'Hello!',
  'good-luck': 'Good luck, have fun!',
  ready: 'I am ready.',
  moment: 'One moment, please.',
  back: 'I am back.',
  thanks: 'Thank you!',
  sorry: 'Sorry!',
  'nice-move': 'Nice move!',
  'well-played': 'Well played!',
  goodbye: 'I have to go. Goodbye!',
};
/** What seats of deleted accounts are called. */
export const DELETED_NAME = 'deleted player';
