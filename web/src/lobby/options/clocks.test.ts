import { afterEach, expect, test } from 'vitest';

import { describeTimeout, describeClock, describeQuietHours } from './clocks';
import { language } from '../../i18n/text';

afterEach(() => language.choose('en'));

test('every kind of clock has its words', () => {
  expect(describeClock({ kind: 'none' })).toBe('No clock');
  expect(describeClock({ kind: 'move', seconds: 90 })).toBe('1 min 30 s per move');
  expect(describeClock({ kind: 'bank', seconds: 5400, increment: 0 })).toBe(
    '1 h 30 min for the whole match',
  );
  expect(describeClock({ kind: 'bank', seconds: 600, increment: 10 })).toBe(
    '10 min for the whole match, plus 10 s per turn',
  );
  expect(describeClock({ kind: 'days', days: 1 })).toBe('1 day per move');
  expect(describeClock({ kind: 'days', days: 3 })).toBe('3 days per move');
});

test('what is not limited has no end and no night', () => {
  expect(describeTimeout({ kind: 'none' })).toBeUndefined();
  expect(describeTimeout({ kind: 'move', seconds: 30, on_timeout: 'forfeit' })).toBe(
    'The match is lost',
  );
  expect(describeQuietHours({ kind: 'days', days: 2 })).toBeUndefined();
});

test('the night is told with its place', async () => {
  await language.choose('de');
  const quiet_hours = { from: '22:00', to: '08:00', zone: 'Europe/Berlin' };
  expect(describeQuietHours({ kind: 'days', days: 2, quiet_hours })).toBe(
    '22:00 bis 08:00 Uhr (Europe/Berlin)',
  );
});
