/** Mages before a disc of light, faces in shadow: a robe, a head, what is worn, two eyes. */

import type { Parts } from '../../../table/scenes/parts';
import { ROUND, disc, line, path, rounded } from '../../../table/scenes/shapes';

export type Wear = 'hood' | 'veil' | 'hat' | 'antlers' | 'plume' | 'goggles' | 'cap' | 'flask';

export function mageIn(p: Parts, wear: Wear): string {
  const x = p.width / 2;
  const m = (d: string, t: number) =>
    path(
      d.replace(/X(-?[\d.]+)/g, (_, n: string) => `${rounded(x + +n)}`),
      t,
    );
  const l = (d: string, t: number, w: number) =>
    line(
      d.replace(/X(-?[\d.]+)/g, (_, n: string) => `${rounded(x + +n)}`),
      t,
      w,
      ROUND,
    );
  const robe =
    m('MX-50 104CX-46 74 X-28 66 X-9 60HX9CX28 66 X46 74 X50 104z', 0.2) +
    m('MX6 60CX28 66 X46 74 X50 104HX22z', 0.05) +
    l(
      'MX-18 68QX-24 84 X-24 104MX-32 72QX-38 88 X-38 104MX22 68QX30 84 X30 104MX36 76QX42 90 X42 104',
      0.6,
      1.2,
    ) +
    m('MX-16 62QX0 76 X16 62LX20 68QX0 86 X-20 68z', 0.62) +
    l('MX-18 66QX0 81 X18 66', 0.06, 1);
  const neck = m('MX-6 48HX6V64QX0 70 X-6 64z', 0.06);
  const head =
    m(
      'MX0 16CX10 16 X13 25 X12 35CX11 46 X6 55 X0 56CX-6 55 X-11 46 X-12 35CX-13 25 X-10 16 X0 16z',
      0.12,
    ) +
    m('MX-11.5 28CX-12 44 X-6 55 X0 56CX-4 52 X-8 44 X-8 28z', 0.9) +
    l('MX0 33V42LX-2 43MX-3 48HX3', 0.42, 1);
  const eyes = (w = 1.5) => l('MX-6.5 34.5h2.5MX4 34.5h2.5', 1, w);
  const locks =
    m('MX-13 62CX-20 34 X-14 13 X0 13SX20 34 X13 62LX10 30QX0 18 X-10 30z', 0.08) +
    l('MX-14 54QX-17 34 X-9 20', 0.8, 1.1);
  const beard =
    m('MX-11 42QX0 50 X11 42QX11 66 X0 82QX-11 66 X-11 42z', 0.75) +
    m('MX2 50QX9 48 X11 42QX11 66 X0 82z', 0.2) +
    l('MX-5 52QX-4 64 X-1 74MX4 54QX4 66 X1 74', 0.1, 0.9);
  const cowl =
    m('MX0 5CX18 10 X20 36 X17 66HX-17CX-20 36 X-18 10 X0 5z', 0.2) +
    l('MX-15 60QX-19 28 X-4 9', 0.95, 1.5) +
    m('MX0 17CX9 20 X11 30 X10 40SX5 56 X0 57SX-9 50 X-10 40SX-9 20 X0 17z', 0);
  const wears: Record<Wear, () => string> = {
    hood: () => neck + cowl + eyes(1.9),
    veil: () =>
      neck +
      m('MX0 6CX18 8 X19 34 X20 68HX-20CX-19 34 X-18 8 X0 6z', 0.72) +
      m('MX4 6CX18 9 X19 34 X20 68HX12z', 0.3) +
      head +
      eyes() +
      l('MX-13 27QX0 15 X13 27', 1, 2.2) +
      p.spark(x, 17, 3.4, 1),
    hat: () =>
      locks +
      neck +
      head +
      eyes() +
      m('MX-34 27QX0 13 X34 27QX0 36 X-34 27z', 0.08) +
      m('MX-14 24QX-6 6 X15 -6QX11 10 X14 24QX0 30 X-14 24z', 0.16) +
      l('MX-13 22QX0 28 X13 22', 0.95, 2) +
      l('MX-32 27QX-16 19 X-8 18', 0.9, 1.1),
    antlers: () =>
      locks +
      neck +
      head +
      eyes() +
      beard +
      l(
        'MX-8 17CX-15 12 X-14 5 X-22 0MX-14 9CX-20 9 X-23 6 X-27 8MX8 17CX15 12 X14 5 X22 0MX14 9CX20 9 X23 6 X27 8',
        0.06,
        3,
      ),
    plume: () =>
      locks +
      neck +
      head +
      eyes() +
      m('MX-24 24QX-12 8 X8 11QX18 16 X19 27QX-2 18 X-24 24z', 0.1) +
      l('MX7 13CX16 -2 X30 2 X30 15', 1, 4) +
      l('MX8 14CX16 0 X28 3 X30 14', 0.3, 0.9),
    goggles: () =>
      locks +
      neck +
      head +
      l('MX-13 34HX13', 0.3, 2) +
      disc(x - 5.4, 34.5, 5, 0.5) +
      disc(x + 5.4, 34.5, 5, 0.5) +
      disc(x - 5.4, 34.5, 3.3, 1) +
      disc(x + 5.4, 34.5, 3.3, 1) +
      l('MX-11 50QX0 55 X11 50', 0.7, 1.6),
    cap: () =>
      locks +
      neck +
      head +
      eyes() +
      beard +
      m('MX-15 25QX0 19 X15 25LX20 13QX0 2 X-20 13z', 0.14) +
      l('MX-14 23QX0 17 X14 23', 0.9, 1.4),
    flask: () =>
      neck +
      head +
      eyes() +
      beard +
      m('MX-14 26QX0 14 X14 26CX15 10 X8 5 X0 5SX-15 10 X-14 26z', 0.14) +
      l('MX-13 24QX0 13 X13 24', 0.95, 1.8),
  };
  return robe + wears[wear]();
}
