import { api } from '../../api/matches';
import { Known } from '../../match/state.svelte';
import type { MatchInfo } from '../../api/types';
import type { Source } from '../desk/source';

/** A past match: no questions, no actions. */
export class Past extends Known implements Source {
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
    if (this.match) this.match = await api.match(this.match.id);
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
