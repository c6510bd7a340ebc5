import type { MixDecision } from '../../api/types';

/** Fills a mix to its maximum, beginning with the most plentiful kind. */
export function fillMix(
  decision: MixDecision,
  startMix: Record<string, number>,
): Record<string, number> {
  const mix = { ...startMix };
  let remaining = decision.max - Object.values(mix).reduce((sum, count) => sum + count, 0);
  const byLimit = Object.entries(decision.limits).sort(([, a], [, b]) => b - a);
  for (const [kind, limit] of byLimit) {
    const added = Math.min(remaining, limit - (mix[kind] ?? 0));
    if (added <= 0) continue;
    mix[kind] = (mix[kind] ?? 0) + added;
    remaining -= added;
  }
  return mix;
}
