import { matchesApi } from '../../api/matches';
import { MatchState } from '../../match/state.svelte';
import type { MatchInfo } from '../../api/types';
import type { Source } from '../desk/source';

/** A match that is only looked at: it has no questions and takes no actions. */
export class ReadOnlyMatch extends MatchState implements Source {
  readonly status = 'live';
  readonly problem = undefined;
  readonly pending = false;
  readonly answer = doNothing;
  readonly undo = doNothing;
  readonly say = doNothing;
  readonly offer = doNothing;
  readonly respond = doNothing;

  constructor(match?: MatchInfo) {
    super();
    if (match) this.match = match;
  }

  async refresh(): Promise<void> {
    if (this.match) this.match = await matchesApi.match(this.match.id);
  }
}

function doNothing(): Promise<void> {
  return Promise.resolve();
}
