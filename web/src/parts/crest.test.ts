import { expect, test } from 'vitest';

import { charges, crestParts, fields, tinctures, writeCrest } from './crest';

test('a chosen crest is read as it was written', () => {
  const parts = { field: 'bars', charge: 'tree', first: 'sable', second: 'or' } as const;
  expect(crestParts(writeCrest(parts), 'a_1')).toEqual(parts);
  expect(writeCrest(parts)).toMatch(/^[0-7][0-9a-f][0-6][0-6]$/);
});

test('the parts fit the digits that the server takes', () => {
  expect([fields.length, charges.length, tinctures.length]).toEqual([8, 16, 7]);
});

test('an account without a choice has always the same crest, of two tinctures', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 400; n += 1) {
    const parts = crestParts(undefined, `a_${n}`);
    expect(crestParts('nonsense', `a_${n}`)).toEqual(parts);
    expect(parts.first).not.toBe(parts.second);
    seen.add(writeCrest(parts));
  }
  expect(seen.size).toBeGreaterThan(300);
});
