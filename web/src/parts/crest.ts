/** Crests: a field, a charge and two tinctures, as a hex digit each; every account has one. */

/** Divisions of the field, drawn in the second tincture over the first. */
export const FIELDS = {
  plain: '',
  pale: 'M12 2h10v21H12z',
  fess: 'M2 12h20v11H2z',
  bend: 'M2 2 22 22V2z',
  quarterly: 'M12 2h10v10H12zM2 12h10v11H2z',
  chevron: 'M2 23 12 12.5 22 23z',
  cross: 'M9.5 2h5v21h-5zM2 8.5h20v5H2z',
  bars: 'M2 6h20v3.5H2zM2 13h20v3.5H2z',
} as const;

/** Charges, drawn in the middle. */
export const CHARGES = {
  mullet: 'm12 5.5 1.6 4.1 4.4.2-3.4 2.8 1.1 4.2L12 14.4l-3.7 2.4 1.1-4.2L6 9.8l4.4-.2z',
  crescent: 'M10 5.8a6 6 0 1 0 6.8 8.4A5.2 5.2 0 0 1 10 5.8z',
  tower: 'M8 17.5V10H7V6.5h2v1.3h2V6.5h2v1.3h2V6.5h2V10h-1v7.5h-3v-3a1 1 0 0 0-2 0v3z',
  sword: 'm12 4.5 1 2V13h2.2v1.5H13v3h-2v-3H8.8V13H11V6.5z',
  key: 'M12 5a3 3 0 0 1 1 5.8v3.4h1.8v1.5H13V18h-2v-7.2A3 3 0 0 1 12 5zm0 1.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z',
  heart: 'M12 17.5 7 12a3.2 3.2 0 0 1 5-4 3.2 3.2 0 0 1 5 4z',
  lozenge: 'm12 5 4.8 6.5L12 18l-4.8-6.5z',
  roundel: 'M12 7a4.6 4.6 0 1 0 0 9.2A4.6 4.6 0 0 0 12 7z',
  annulet:
    'M12 6.3a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4zm0 2.8a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8z',
  cross: 'M10.3 6h3.4v3.8h3.8v3.4h-3.8V17h-3.4v-3.8H6.5V9.8h3.8z',
  arrow: 'm12 5 4.4 5h-2.6v7.5h-3.6V10H7.6z',
  flame:
    'M12 4.8c.4 3 4.4 4.2 4.4 8a4.4 4.4 0 0 1-8.8 0c0-1.8 1.1-2.6 1.7-4 .5 1.2.9 1.6 1.5 1.8.2-2.2.2-4 1.2-5.8z',
  drop: 'M12 5c2 3.1 4.4 5.2 4.4 8.1a4.4 4.4 0 0 1-8.8 0C7.6 10.2 10 8.1 12 5z',
  mountain: 'm6 17 4-8 2 3 1.8-4L18 17z',
  chalice:
    'M7.7 6h8.600c0 3.2-1.1 5.4-3.3 6.100v3l2.3 1.300v1.100H8.700v-1.100L11 15.100v-3C8.8 11.4 7.7 9.2 7.7 6z',
  tree: 'm12 4.8 3.5 4.400h-1.700l3 3.900H13v4.400h-2v-4.400H7.200l3-3.900H8.500z',
} as const;

/** Tinctures, dark and saturated but the two metals. */
export const TINCTURES = {
  or: '#d9a93f',
  argent: '#d9d6cc',
  gules: '#9c332d',
  azure: '#2b5a97',
  vert: '#35704a',
  purpure: '#66418a',
  sable: '#2b2f37',
} as const;

export type Field = keyof typeof FIELDS;
export type Charge = keyof typeof CHARGES;
export type Tincture = keyof typeof TINCTURES;

export interface CrestParts {
  field: Field;
  charge: Charge;
  first: Tincture;
  second: Tincture;
}

export const fields = Object.keys(FIELDS) as Field[];
export const charges = Object.keys(CHARGES) as Charge[];
export const tinctures = Object.keys(TINCTURES) as Tincture[];

const PATTERN = /^[0-7][0-9a-f][0-6][0-6]$/;

/** The parts of a chosen crest, or of the one that follows from the account's id. */
export function crestParts(crest: string | undefined, account: string): CrestParts {
  const [field = 0, charge = 0, first = 0, second = 0] =
    crest && PATTERN.test(crest)
      ? [...crest].map((digit) => parseInt(digit, 16))
      : derived(account);
  return {
    field: fields[field] ?? 'plain',
    charge: charges[charge] ?? 'mullet',
    first: tinctures[first] ?? 'azure',
    second: tinctures[second] ?? 'or',
  };
}

/** The crest as the account stores it. */
export function writeCrest({ field, charge, first, second }: CrestParts): string {
  const digits = [
    fields.indexOf(field),
    charges.indexOf(charge),
    tinctures.indexOf(first),
    tinctures.indexOf(second),
  ];
  return digits.map((digit) => digit.toString(16)).join('');
}

/** Digits that spread over all crests, with two different tinctures. */
function derived(account: string): number[] {
  let hash = 0x811c9dc5;
  for (const letter of account) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  const first = (hash >>> 7) % 7;
  const second = (first + 1 + ((hash >>> 13) % 6)) % 7;
  return [hash % 8, (hash >>> 3) % 16, first, second];
}
