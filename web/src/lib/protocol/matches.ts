/** Matches as the lobby knows them; as the server reads and says it. */

import type { components } from '../openapi';
import type { JsonObject } from './json';
import type { Outcome } from './view';

type Wire = components['schemas'];

export type NewMatch = Wire['NewMatch'];
export type SeatWish = Wire['SeatWish'];
export type SeatChange = Wire['SeatChange'];
export type JoinWish = Wire['JoinWish'];

/** With the rating after a rated match, where it is told. */
export type Seat = Wire['Seat'] & { rating_after?: number };

/** A match; `creator` is the id of an account, `invite` is for members alone. */
export interface MatchInfo extends Omit<Wire['Match'], 'options' | 'outcome' | 'seats'> {
  options: JsonObject;
  seats: Seat[];
  outcome?: Outcome;
}

export type MatchStatus = MatchInfo['status'];
export type Visibility = MatchInfo['visibility'];
export type UndoPolicy = MatchInfo['undo'];
export type SpectatorPolicy = MatchInfo['spectators'];
/** What becomes of a seat that is given up. */
export type ResignPolicy = MatchInfo['resign'];

export interface Page<Item> {
  items: Item[];
  next?: string;
}
