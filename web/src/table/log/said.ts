/** Lines of the chat: whose they are, and up to where they were read in this browser. */

import type { ChatLine } from '../../api/types';
import { Remembered } from '../../browser/per_match_storage';
import { session } from '../../session/store.svelte';

/** The time of the last line that was read, for each match. */
export const readUntil = new Remembered('chat-read');

/** Whether somebody at this page said it; `seat` is the one he holds. */
export function isOwn(line: ChatLine, seat: number | undefined): boolean {
  return line.seat === undefined ? line.from === session.name : line.seat === seat;
}
