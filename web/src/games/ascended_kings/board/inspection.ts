/** Ranges and lines of sight shown for the inspected thing. */

import type { Component } from '../../../api/types';
import { reachOf } from '../cards/faces';
import type { Sight } from './SightLines.svelte';
import { shapeAround } from '../tiles';
import type { KingsView, SeatedPlayer } from '../view';

export interface Inspection {
  shaded: Set<string>;
  sights: Sight[];
}

const NO_INSPECTION: Inspection = { shaded: new Set(), sights: [] };

/** For a card its range and possible targets; for a piece its attack and line of sight. */
export function inspectionOf(
  table: KingsView,
  ownPlayer: SeatedPlayer | undefined,
  thing: string | undefined,
  component: (id: string) => Component,
): Inspection {
  if (!thing) return NO_INSPECTION;
  if (thing.startsWith('card:')) {
    return ofCard(table, ownPlayer, component(thing.slice('card:'.length)));
  }
  if (thing in table.players) return ofPiece(table, thing);
  if (table.steps?.[thing]) return ofStep(table, thing);
  return NO_INSPECTION;
}

function ofCard(
  table: KingsView,
  ownPlayer: SeatedPlayer | undefined,
  component: Component,
): Inspection {
  const card = component.id;
  const reach = reachOf(component);
  const from = ownPlayer?.tile;
  const owned = ownPlayer?.hand?.[card] ?? ownPlayer?.inscription?.card === card;
  if (!reach || !from || !owned) return NO_INSPECTION;
  const aims = table.aims?.[card] ?? [];
  return {
    shaded: reach.shape === 'any' ? new Set() : shapeAround(from, reach.shape, reach.distance),
    sights: aims.flatMap((id) => {
      const to = table.players[id]?.tile;
      return to ? [{ from, to, kind: 'aim' as const }] : [];
    }),
  };
}

function ofPiece(table: KingsView, id: string): Inspection {
  const piece = table.players[id];
  const from = table.players[table.active]?.tile;
  if (!piece?.tile) return NO_INSPECTION;
  const shape = piece.passives.diagonal_attack ? 'surrounding' : 'adjacent';
  const clear = table.sight?.[id];
  return {
    shaded: shapeAround(piece.tile, shape),
    sights:
      from && clear !== undefined
        ? [{ from, to: piece.tile, kind: clear ? 'clear' : 'hidden' }]
        : [],
  };
}

function ofStep(table: KingsView, to: string): Inspection {
  const from = table.players[table.active]?.tile;
  return from ? { shaded: new Set(), sights: [{ from, to, kind: 'step' }] } : NO_INSPECTION;
}
