import type { Component } from '../../../api/types';
import { factsOf } from '../cards/facts';
import { words as common } from '../../../table/words';
import { ESSENCES } from '../essences';
import { words } from '../words';

interface State {
  turned?: boolean;
  essences?: Record<string, number>;
  points?: number | undefined;
}

/** A component as a sentence, for screen readers. */
export function describeComponent(component: Component, state: State = {}): string {
  const facts = factsOf(component);
  const points = state.points ?? facts.points;
  const on = ESSENCES.describeMix(state.essences ?? {});
  return [
    component.name,
    ...facts.tags.map((tag) => words.tags[tag] ?? tag),
    points > 0 && common.points(points),
    state.turned && words.turned,
    on && words.onIt(on),
  ]
    .filter(Boolean)
    .join(', ');
}
