/** What the engine made of each game when vitest started (`scripts/page_fixtures.py`). */

import { readFileSync } from 'node:fs';

import { inject } from 'vitest';

import type { Component } from '../../src/api/types';
import type { Frame } from '../still.svelte';

interface GameFixtures<Moment extends string> {
  catalogue: Component[];
  frames: Record<Moment, Required<Frame>>;
}

const FIXTURES = JSON.parse(readFileSync(inject('fixtures'), 'utf-8')) as Record<
  string,
  GameFixtures<string>
>;

export function fixturesOf<Moment extends string>(game: string): GameFixtures<Moment> {
  const fixtures = FIXTURES[game];
  if (!fixtures) throw new Error(`moments.jsonl has none of ${game}`);
  return fixtures;
}
