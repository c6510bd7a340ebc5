/** The four cards that greet on the first page, which loads nothing else of their game. */

import type { Component } from '../../api/types';
import fan from './fan.json';

export const FAN_OF = 'res_arcana';

/** As the game's catalogue has them; a test of the server compares. */
export const FAN = fan as unknown as Component[];
