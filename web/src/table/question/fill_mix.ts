import type { MixDecision } from '../../api/types';

/** Fills a mix to its maximum, beginning with the most plentiful kind. */
export function fill(decision: MixDecision, begun: Record<string, number>): Record<string, number> {
  const mix = { ...begun };
  let room = decision.max - Object.values(mix).reduce((sum, count) => sum + count, 0);
  const byPlenty = Object.entries(decision.limits).sort(([, a], [, b]) => b - a);
  for (const [kind, limit] of byPlenty) {
    const more = Math.min(room, limit - (mix[kind] ?? 0));
    if (more <= 0) continue;
    mix[kind] = (mix[kind] ?? 0) + more;
    room -= more;
  }
  return mix;
}
