import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import type { Json } from '../api/types';

/** Canonical JSON: keys sorted by code point, no spaces, non-ASCII as it is, integers only. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`not an integer: ${value}`);
  }
  return JSON.stringify(value);
}

/**
 * The first 16 hex digits of the sha256 of the canonical JSON.
 *
 * Computed here rather than by `crypto.subtle`, which is missing on plain http, and
 * frames are checked in order, without waiting.
 */
export function hashOf(view: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(view)))).slice(0, 16);
}

/** JavaScript compares UTF-16 units; Python and the protocol compare code points. */
function byCodePoint(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let place = 0; place < end; place += 1) {
    const difference = rank(a.charCodeAt(place)) - rank(b.charCodeAt(place));
    if (difference) return difference;
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all single units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
