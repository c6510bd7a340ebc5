/** Chat lines: their authors, and up to where this browser has read them. */

import type { ChatLine } from '../../api/types';
import { PerMatchStorage } from '../../browser/per_match_storage';
import { text } from '../../i18n/text';
import { session } from '../../session/store.svelte';

/** The time of the last line that was read, for each match. */
export const readUntil = new PerMatchStorage('chat-read');

/** Whether the viewer said it; `seat` is the viewer's seat. Players may have changed seats. */
export function isOwnLine(line: ChatLine, seat: number | undefined): boolean {
  return session.account ? line.account === session.account.id : line.seat === seat;
}

/** What was said; a set phrase in the reader's language, if this page knows it. */
export function saidIn({ text: said, phrase }: ChatLine): string {
  const phrases: Partial<Record<string, string>> = text().phrases;
  return (phrase && phrases[phrase]) ?? said;
}
