/** `npm run messages`: brings the translations up to date, begins a language, or checks them all. */

import { runnerImport } from 'vite';

const [first, ...scopes] = process.argv.slice(2);

if (first === '--check') {
  const { module } = await runnerImport('./messages/check.ts');
  const faults = module.faults();
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exit(1);
  console.log('The translations are complete.');
} else {
  const { module } = await runnerImport('./messages/update.ts');
  if (first) module.begin(first, scopes);
  else module.updateAll();
}
