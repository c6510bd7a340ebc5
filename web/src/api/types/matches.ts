/** Matches in the lobby, as sent and received. */

import type { components } from '../schema.gen';
import type { JsonObject } from './json';
import type { Outcome } from './view';

type Wire = components['schemas'];

export type NewMatch = Wire['NewMatch'];
export type SeatWish = Wire['SeatRequest'];
export type SeatChange = Wire['SeatChange'];
export type JoinWish = Wire['JoinRequest'];

export type Seat = Wire['Seat'];

/** A match; `creator` is the id of an account, `invite` is for members only. */
export interface MatchInfo extends Omit<Wire['Match'], 'options' | 'outcome'> {
  options: JsonObject;
  outcome?: Outcome;
}

export type Visibility = MatchInfo['visibility'];
export type UndoPolicy = MatchInfo['undo'];
export type SpectatorPolicy = MatchInfo['spectators'];
/** What happens to a seat whose player resigns. */
export type ResignPolicy = MatchInfo['resign'];

export interface Page<Item> {
  items: Item[];
  next?: string;
}
