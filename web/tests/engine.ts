/** Lets the engine make the fixtures of the games once, when vitest starts. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { TestProject } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');
const PYTHON = join(ROOT, '.venv/bin/python');

export default function setup(project: TestProject) {
  if (!existsSync(PYTHON))
    throw new Error(
      `the engine makes the fixtures of these tests, and there is no ${PYTHON}: run make setup`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'conclave-fixtures-'));
  const file = join(folder, 'fixtures.json');
  execFileSync(PYTHON, ['-m', 'scripts.page_fixtures', file], { cwd: ROOT, stdio: 'inherit' });
  project.provide('fixtures', file);
  return () => rmSync(folder, { recursive: true });
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that `scripts.page_fixtures` wrote. */
    fixtures: string;
  }
}
