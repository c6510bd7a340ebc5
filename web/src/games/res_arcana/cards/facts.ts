/** The numbers of a card, read from the catalogue's plain JSON. */

import type { Component, Json } from '../../../api/types';
import { words } from '../words';

export interface Power {
  id: string;
  kind: string;
  text: string;
}

export interface Facts {
  /** Absent where the component is never paid for. */
  cost?: Record<string, number>;
  points: number;
  tags: string[];
  powers: Power[];
  side?: string;
}

export function factsOf(component: Component): Facts {
  const facts = component.facts ?? {};
  const cost = numbers(facts.cost);
  return {
    ...(cost && { cost }),
    points: typeof facts.points === 'number' ? facts.points : 0,
    tags: texts(facts.tags),
    powers: list(facts.powers).flatMap(power),
    ...(typeof facts.side === 'string' && { side: facts.side }),
  };
}

/** The lines printed on a card: its powers, or its text where it has none. */
export function linesOf(component: Component): Power[] {
  const { powers } = factsOf(component);
  if (powers.length || !component.text) return powers;
  return component.text.split('\n').map((text, index) => ({ id: `line${index}`, kind: '', text }));
}

/** A line where a sign says that it turns the component: what comes after that. */
interface ShortLine extends Power {
  turns: boolean;
}

/** The same lines, each without what a sign beside it says. */
export function shortLinesOf(component: Component): ShortLine[] {
  return linesOf(component).map((line) => {
    const [first = ''] = line.kind === 'action' ? (line.text.match(words.turnsFirst) ?? []) : [];
    return { ...line, text: line.text.slice(first.length), turns: first.length > 0 };
  });
}

function power(raw: Json): Power[] {
  if (!raw || typeof raw !== 'object' || Array.isArray(raw)) return [];
  const { id, kind, text } = raw;
  return typeof id === 'string' && typeof kind === 'string' && typeof text === 'string'
    ? [{ id, kind, text }]
    : [];
}

function list(raw: Json | undefined): Json[] {
  return Array.isArray(raw) ? raw : [];
}

function texts(raw: Json | undefined): string[] {
  return list(raw).filter((item) => typeof item === 'string');
}

function numbers(raw: Json | undefined): Record<string, number> | undefined {
  if (!raw || typeof raw !== 'object' || Array.isArray(raw)) return undefined;
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
