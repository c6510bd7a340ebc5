/** The components that a line of the log names. */

import type { GameEvent } from '../../api/types';
import type { Desk } from '../desk/desk.svelte';

export interface NamedComponent {
  /** As it may stand in the text, the longest first. */
  names: string[];
  /** The card itself. */
  target: string;
  /** Where it is on the board. */
  highlights: string[];
}

/** The components among the things that an event is about. */
export function componentsNamedBy(event: GameEvent, desk: Desk): NamedComponent[] {
  const byId = new Map<string, NamedComponent>();
  for (const target of desk.targetsOf(event)) {
    const { id, name } = desk.component(target.slice(target.indexOf(':') + 1));
    if (target.startsWith('player:') || !desk.components().has(id)) continue;
    const named = byId.get(id) ?? {
      names: [...new Set([desk.fullName(id), name])].sort((a, b) => b.length - a.length),
      target: `card:${id}`,
      highlights: [`card:${id}`],
    };
    byId.set(id, { ...named, highlights: [...named.highlights, target] });
  }
  return [...byId.values()];
}

/** A text cut at the names of components. */
export function splitAtNames(
  text: string,
  named: NamedComponent[],
): { text: string; named?: NamedComponent }[] {
  const byName = new Map(named.flatMap((target) => target.names.map((name) => [name, target])));
  if (!byName.size) return [{ text }];
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${names.map(escapeRegExp).join('|')})`);
  return text
    .split(pattern)
    .filter(Boolean)
    .map((piece) => {
      const named = byName.get(piece);
      return named ? { text: piece, named } : { text: piece };
    });
}

function escapeRegExp(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
