import { later } from './english/later';
import { page } from './english/page';
import { staff } from './staff';

/** Every sentence of the page outside a match, in English: the source of its translations. */
export const english = {
  common: page.common,
  header: page.header,
  phrases: page.phrases,
  naming: page.naming,
  home: page.home,
  match: page.match,
  games: page.games,
  about: later.about,
  next: page.next,
  notFound: page.notFound,
  site: page.site,
  create: later.create,
  clock: page.clock,
  crest: later.crest,
  find: later.find,
  waiting: later.waiting,
  join: later.join,
  opponents: page.opponents,
  account: later.account,
  friends: later.friends,
  privacy: later.privacy,
  profile: later.profile,
  leaderboard: later.leaderboard,
  settings: later.settings,
  bots: later.bots,
  staff,
  problem: page.problem,
  wrong: page.wrong,
};
