/** Search over the components of a game. */

import type { Component } from '../../api/types';
import { matchesSearch } from '../../lobby/game_catalogue.svelte';

export interface SearchResult {
  component: Component;
  name: string;
}

/** The components with all searched words in name, kind or text; those that read alike count once. */
export function searchComponents(
  components: Iterable<Component>,
  search: string,
  nameOf: (component: Component) => string,
): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const component of components) {
    if (!matchesSearch(component, search)) continue;
    const name = nameOf(component);
    const shownText = `${name}\n${component.kind}\n${component.text ?? ''}`;
    if (!results.has(shownText)) results.set(shownText, { component, name });
  }
  return [...results.values()];
}
