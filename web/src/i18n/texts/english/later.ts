import { about } from './about';
import { account } from './account';
import { crest } from './crest';
import { find } from './find';
import { friends, privacy } from './friends';
import { leaderboard, profile } from './people';
import { bots, settings } from './settings';
import { create, join, waiting } from './tables';

/** The sentences, in English, of tables and of the pages that are not what one begins with. */
export const later = {
  about,
  create,
  crest,
  find,
  waiting,
  join,
  account,
  friends,
  privacy,
  profile,
  leaderboard,
  settings,
  bots,
};
