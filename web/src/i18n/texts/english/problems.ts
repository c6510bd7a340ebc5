/** What went wrong, by the problem's name. */
export const problem = {
  unreachable: 'The server cannot be reached. Are you online?',
  unauthenticated: 'Please tell us your name first.',
  forbidden: 'That is not allowed.',
  notFound: 'That does not exist.',
  nameTaken: 'That name is taken, or looks too much like one that is. Try another one.',
  seatTaken: 'Somebody else just took that seat.',
  matchFull: 'Every seat is taken.',
  matchOver: 'The match is over.',
  paused: 'The match is paused.',
  matchNotStarted: 'The match has not begun yet.',
  wrongCode: 'The code of this invitation is not right.',
  alreadySeated: 'You sit at this table already.',
  alreadyStarted: 'The match has already begun.',
  seatsOpen: 'There are still open seats.',
  notYourDecision: 'Somebody else is asked that.',
  staleDecision: 'That question has been answered already.',
  offerClosed: 'That offer is settled already.',
  signedIn: 'You have an account here already. Reload the page to find it.',
  undoOff: 'At this table nothing is taken back.',
  undoSealed: 'That cannot be taken back any more.',
  invalid: 'The server did not understand that.',
  tooLarge: 'That is too long.',
  rateLimited: 'That was a bit fast. Wait a moment.',
  tooManyTables:
    'You have as many open tables as you may. Close one, or wait until its seats are taken.',
  tooManyMatches:
    'You have as many unfinished matches as you may. Finish or resign one of them first.',
  tooManyBotMatches: 'Your other matches between bots come first. Wait for one of them to end.',
  tooMuchChat: 'You have said a lot in the last minute. Wait a moment.',
  unavailable:
    'The server is busy or restarting. Wait a moment, look whether it was done, then try again.',
  unexpected: 'Something went wrong.',
};

/** What is wrong with a field, by its name on the wire. */
export const wrong = {
  name: 'Up to 32 letters, digits and signs that can be seen, without mixing alphabets.',
  password: 'At least 8 characters, and not easy to guess: no common password, not your name.',
  current_password: 'That is not your current password.',
  email: 'That is no e-mail address.',
  url: 'That address cannot be called. It begins with https:// and leads to the open net.',
  invite: 'Nobody with an account is called so, or it is yourself.',
  expires_at: 'That moment is past.',
  clock: 'That clock cannot be set so.',
  spectator_delay: 'Between 0 and 100 moves, 0 and 1440 minutes.',
  reason: 'Please say in a few words what happened.',
};
