/** Wire types, named as on the protocol page; requests as the server reads them. */

export type * from './types/agreements';
export type * from './types/decisions';
export type * from './types/frames';
export type * from './types/games';
export type * from './types/json';
export type * from './types/matches';
export type * from './types/accounts';
export type * from './types/problems';
export type * from './types/status';
export type * from './types/streams';
export type * from './types/view';
