import { phrase, plural } from '../../message';

/** Friends: what any page may tell of them; the rest comes with the pages about them. */
export const friendsAtOnce = {
  title: 'Friends',
  waiting: plural('count', 'One person asks to be friends', '{count} people ask to be friends'),
  unread: plural('count', 'one unread message', '{count} unread messages'),
  wrote: phrase('name', '{name} has written to you.'),
};

/** Pools: what any page may tell of them. */
export const findAtOnce = {
  title: 'Find an opponent',
  offerAt: phrase('game', 'Find an opponent for {game}'),
  another: 'Another opponent',
  bar: plural('count', 'Looking for an opponent', 'Looking for opponents, in {count} pools'),
  found: phrase('game', 'Ready? A table of {game} is found'),
  titleFound: phrase('title', '● Ready? – {title}'),
  begun: phrase('game', 'A match of {game} has begun: it is among your tables.'),
  goesOn: 'A player was not ready. You keep your place, with the time you have waited.',
  staysFewer: 'A player wants to wait for a full table. You keep your place.',
  missed: phrase('game', 'You were not ready for {game}, so your place is gone.'),
};

/** Who one is: the menu in the header, and the question for a name. */
export const accountAtOnce = {
  menu: phrase('name', '{name}: your menu'),
  menuNobody: 'Sign in or choose a name',
  nobody: 'Who are you?',
  guest: 'Guest',
  person: 'Account',
  rename: 'Change your name',
  choose: 'Choose a name',
  profile: 'Your profile',
  settings: 'Settings',
  bots: 'Bots and tokens',
  admin: 'Administration',
  keep: 'Keep your account',
  signIn: 'Sign in',
  signInWith: phrase('provider', 'Sign in with {provider}'),
  signOut: 'Sign out',
  signedOut: 'You are signed out.',
  create: 'Create an account',
  haveAccount: 'Already have an account?',
};
