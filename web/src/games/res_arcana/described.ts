import type { Component } from '../../api/types';
import { factsOf } from '../../table/cards/facts';
import { nameOf, sorted } from '../../table/glyphs/essences';
import { words } from '../../table/words';

interface State {
  turned?: boolean;
  essences?: Record<string, number>;
  points?: number | undefined;
}

export function listMix(mix: Record<string, number>): string {
  return sorted(mix)
    .map(([kind, count]) => `${count} ${nameOf(kind)}`)
    .join(', ');
}

/** A component as a sentence, for screen readers. */
export function described(component: Component, state: State = {}): string {
  const facts = factsOf(component);
  const points = state.points ?? facts.points;
  const on = listMix(state.essences ?? {});
  return [
    component.name,
    ...facts.tags,
    points > 0 && words.points(points),
    state.turned && words.turned,
    on && words.onIt(on),
  ]
    .filter(Boolean)
    .join(', ');
}
