// @vitest-environment node

import { describe, expect, test } from 'vitest';

import vectors from '../../../tests/vectors/frames.json';
import { canonicalJson, hashOf } from './canonical_json';
import { mergePatch } from './merge_patch';
import type { Json } from '../api/types';

interface Vector {
  name: string;
  view: Json;
  patch: Json;
  patched: Json;
  canonical: string;
  hash: string;
}

describe('the vectors shared with the server', () => {
  test.each(vectors as unknown as Vector[])('$name', (vector) => {
    const before = JSON.stringify(vector.view);
    const patched = mergePatch(vector.view, vector.patch);
    expect(patched).toEqual(vector.patched);
    expect(canonicalJson(patched)).toBe(vector.canonical);
    expect(hashOf(patched)).toBe(vector.hash);
    expect(JSON.stringify(vector.view)).toBe(before);
  });
});

test('parts a patch does not touch are shared, so they are not rendered again', () => {
  const view = { hand: { c1: { at: 'hand' } }, table: { round: 1 } };
  const patched = mergePatch(view, { table: { round: 2 } }) as typeof view;
  expect(patched.hand).toBe(view.hand);
});

test('a float has no canonical form', () => {
  expect(() => canonicalJson({ a: 1.5 })).toThrow(RangeError);
});

test('a key named like the prototype is a key', () => {
  const patch = JSON.parse('{"__proto__": {"polluted": 1}}') as Json;
  const patched = mergePatch({}, patch);
  expect(canonicalJson(patched)).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
