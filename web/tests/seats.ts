import type { Seat } from '../src/api/types';

/** Four players of a fixture; the third is a bot. */
export const NAMES = ['Ada', 'Bartholomew of Ghent', 'Vex', 'Cleo'];

export const SEATS: Seat[] = NAMES.map((name, seat) => ({
  seat,
  kind: seat === 2 ? 'bot' : 'human',
  name,
}));
