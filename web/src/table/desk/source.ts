import type { MatchStore } from '../../match/store.svelte';

/** The match as used by the table: the store, or a stand-in. */
export type Source = Readonly<
  Pick<
    MatchStore,
    | 'match'
    | 'position'
    | 'view'
    | 'viewer'
    | 'delayed'
    | 'ply'
    | 'decisions'
    | 'waiting'
    | 'clock'
    | 'skew'
    | 'autoPass'
    | 'autoAnswer'
    | 'undoable'
    | 'log'
    | 'batch'
    | 'chat'
    | 'channels'
    | 'presence'
    | 'offers'
    | 'settledOffer'
    | 'end'
    | 'status'
    | 'problem'
    | 'pending'
    | 'answer'
    | 'undo'
    | 'say'
    | 'offer'
    | 'respond'
    | 'refresh'
  > &
    // Nothing can be shown or said in a replay.
    Partial<
      Pick<
        MatchStore,
        | 'show'
        | 'hint'
        | 'earlierChat'
        | 'loadEarlierChat'
        | 'translator'
        | 'textContext'
        | 'usesFallback'
      >
    >
>;
