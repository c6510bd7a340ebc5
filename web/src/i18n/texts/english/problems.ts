/** What went wrong, by the problem's name. */
export const problem = {
  unreachable: 'The server cannot be reached. Are you online?',
  cookiesRefused:
    'This browser refuses cookies, and without one nobody here knows that it is you. Allow cookies for this site and reload the page, or open the link in another browser.',
  unauthenticated: 'Please tell us your name first.',
  forbidden: 'That is not allowed.',
  notFound: 'That does not exist.',
  nameTaken: 'That name is taken, or looks too much like one that is. Try another one.',
  seatTaken: 'Someone else just took that seat.',
  matchFull: 'Every seat is taken.',
  matchOver: 'The match is over.',
  paused: 'The match is paused.',
  matchNotStarted: 'The match has not begun yet.',
  wrongCode: 'This invite link is not valid, or no longer. Ask for a new one.',
  alreadySeated: 'You are already seated at this table.',
  alreadyStarted: 'The match has already begun.',
  seatsOpen: 'There are still open seats.',
  unconfirmed: 'Not everyone has confirmed the changed settings yet.',
  notYourDecision: 'That question is for another player.',
  illegalAnswer: 'That answer is not possible.',
  staleDecision: 'That question has already been answered.',
  offerClosed: 'That offer is already closed.',
  signedIn: 'You already have an account here. Reload the page.',
  undoOff: 'Undo is disabled at this table.',
  undoSealed: 'That can no longer be undone.',
  invalid: 'The server did not understand that.',
  tooLarge: 'That is too long.',
  rateLimited: 'That was a bit fast. Wait a moment.',
  tooManyTables:
    'You have reached the limit of open tables. Close one, or wait until its seats are taken.',
  tooManyMatches:
    'You have reached the limit of unfinished matches. Finish or resign one of them first.',
  tooManyBotMatches: 'You already have matches between bots in progress. Wait for one to end.',
  tooMuchChat: 'Too many messages in the last minute. Wait a moment.',
  unavailable:
    'The server is busy or restarting. Wait a moment, check whether it went through, then try again.',
  unexpected: 'Something went wrong.',
};

/** What is wrong with a field, by its name on the wire. */
export const wrong = {
  name: 'Only visible letters, digits and symbols, from a single alphabet.',
  password: 'At least 8 characters, and not easy to guess: no common password, not your name.',
  current_password: 'That is not your current password.',
  email: 'That is not an e-mail address.',
  url: 'That address cannot be used. It must begin with https:// and be on the public internet.',
  invite: 'No other account has that name.',
  expires_at: 'That time is in the past.',
  clock: 'These clock settings are not valid.',
  spectator_delay: 'Between 0 and 100 moves, 0 and 1440 minutes.',
  reason: 'Please say in a few words what happened.',
};
