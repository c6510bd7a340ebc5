import type { Attachment } from 'svelte/attachments';

import { text } from '../i18n/text';

/** What is said of a text with too many characters, which the server counts as code points. */
export function tooLong(value: string | number, longest: number | undefined): string | undefined {
  const over = longest === undefined ? 0 : [...String(value)].length - longest;
  return over > 0 ? text().common.tooLong(over, longest ?? 0) : undefined;
}

/** A field with which its form is not sent for as long as there is something to say of it. */
export function refusing(
  complaint: () => string | undefined,
): Attachment<HTMLInputElement | HTMLTextAreaElement> {
  return (field) => field.setCustomValidity(complaint() ?? '');
}
