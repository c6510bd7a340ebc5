/** The four cards on the home page, which loads nothing else of their game. */

import type { Component } from '../../api/types';
import fan from './fan.json';

export const FAN_OF = 'res_arcana';

/** Copied from the game's catalogue; a server test compares them. */
export const FAN = fan as unknown as Component[];
