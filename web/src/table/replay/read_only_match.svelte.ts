import { matchesApi } from '../../api/matches';
import { MatchState } from '../../match/state.svelte';
import type { MatchInfo } from '../../api/types';
import type { Source } from '../desk/source';

/** A match that is only looked at: it has no questions and takes no actions. */
export class ReadOnlyMatch extends MatchState implements Source {
  readonly status = 'live';
  readonly problem = undefined;
  readonly pending = false;
  readonly answer = nothing;
  readonly undo = nothing;
  readonly say = nothing;
  readonly offer = nothing;
  readonly respond = nothing;

  constructor(match?: MatchInfo) {
    super();
    if (match) this.match = match;
  }

  async refresh(): Promise<void> {
    if (this.match) this.match = await matchesApi.match(this.match.id);
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
