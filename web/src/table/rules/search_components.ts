/** Search over the components of a game. */

import type { Component } from '../../api/types';
import { matchesSearch } from '../../lobby/game_catalogue.svelte';

export interface Found {
  component: Component;
  name: string;
}

/** The components with all searched words in name, kind or text; those that read alike count once. */
export function searched(
  components: Iterable<Component>,
  search: string,
  nameOf: (component: Component) => string,
): Found[] {
  const results = new Map<string, Found>();
  for (const component of components) {
    if (!matchesSearch(component, search)) continue;
    const name = nameOf(component);
    const reads = `${name}\n${component.kind}\n${component.text ?? ''}`;
    if (!results.has(reads)) results.set(reads, { component, name });
  }
  return [...results.values()];
}
