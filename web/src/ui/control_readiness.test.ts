import { afterEach, expect, test } from 'vitest';

import { trackPointer, controlRegion } from './control_readiness';

afterEach(() => document.body.replaceChildren());

function touch(): void {
  trackPointer({ clientX: 0, clientY: 0, pointerType: 'touch' } as PointerEvent);
}

test('a control that comes with a scroll looks unready', () => {
  touch();
  const region = document.createElement('div');
  document.body.append(region);
  controlRegion('question')(region);
  const answer = document.createElement('button');
  region.append(answer);
  // Browsers tell of a scroll before they draw the frame in which the control comes.
  dispatchEvent(new Event('scroll'));
  expect(answer.hasAttribute('data-unready')).toBe(true);
});
