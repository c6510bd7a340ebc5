/** What travels over the wire, as the protocol page names it; what is sent, as the server reads it. */

export type * from './protocol/agreements';
export type * from './protocol/decisions';
export type * from './protocol/frames';
export type * from './protocol/games';
export type * from './protocol/json';
export type * from './protocol/matches';
export type * from './protocol/people';
export type * from './protocol/problems';
export type * from './protocol/streams';
export type * from './protocol/view';
