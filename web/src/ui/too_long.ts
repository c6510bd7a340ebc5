import type { Attachment } from 'svelte/attachments';

import { text } from '../i18n/text';

/** The error of a text with too many characters; the server counts code points. */
export function tooLongError(
  value: string | number,
  maxChars: number | undefined,
): string | undefined {
  const over = maxChars === undefined ? 0 : [...String(value)].length - maxChars;
  return over > 0 ? text().common.tooLong(over, maxChars ?? 0) : undefined;
}

/** Sets the error of a field: while there is one, the browser does not send its form. */
export function customValidity(
  errorOf: () => string | undefined,
): Attachment<HTMLInputElement | HTMLTextAreaElement> {
  return (field) => field.setCustomValidity(errorOf() ?? '');
}
