/** Chat lines: their authors, and up to where this browser has read them. */

import type { ChatLine } from '../../api/types';
import { PerMatchStorage } from '../../browser/per_match_storage';
import { session } from '../../session/store.svelte';

/** The time of the last line that was read, for each match. */
export const readUntil = new PerMatchStorage('chat-read');

/** Whether the viewer said it; `seat` is the viewer's seat. */
export function isOwnLine(line: ChatLine, seat: number | undefined): boolean {
  return line.seat === undefined ? line.account === session.account?.id : line.seat === seat;
}
