import type { View } from '../../api/types';
import type { Scored } from '../../table/manifest';
import EmpyreanSmallPicture from './cards/EmpyreanSmallPicture.svelte';
import { battlefieldsOf, playerId, tableOf } from './view';
import { words } from './words';

/** So many of the strongest units are named. */
const MAX_UNITS = 5;

/** A player's Might on each battlefield, those led first; then the units that brought most. */
export function scored(view: View, seat: number): Scored[] {
  const table = tableOf(view);
  const player = playerId(seat);
  const places = battlefieldsOf(table)
    .map(([, { card, name, might, leader }]) => ({
      id: card,
      label: name,
      points: might[player] ?? 0,
      where: leader === player ? words.won : words.notWon,
      leads: leader === player,
    }))
    .sort((a, b) => Number(b.leads) - Number(a.leads) || b.points - a.points)
    .map(({ id, label, points, where }) => ({
      id,
      label,
      points,
      where,
      Picture: EmpyreanSmallPicture,
    }));
  const units = Object.entries(table.units)
    .flatMap(([id, unit]) => (unit.owner === player && unit.face_up ? [{ id, unit }] : []))
    .sort((a, b) => b.unit.might - a.unit.might)
    .slice(0, MAX_UNITS)
    .filter(({ unit }) => unit.might > 0)
    .map(({ id, unit }) => {
      const where = table.battlefields[unit.battlefield]?.name ?? '';
      return { id, points: unit.might, where, Picture: EmpyreanSmallPicture };
    });
  return places.length && units.length ? [...places, ...units] : places;
}
