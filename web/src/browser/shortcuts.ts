import { SwitchPreference } from './switch_preference.svelte';

/** Whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). */
export const singleKeys = new SwitchPreference('keys', 'keys');

const DIGIT = /^Digit(\d)$/;
const LETTER = /^Key([A-Z])$/;
const FOREIGN_LETTER = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * The shortcut that a key stands for. Where the layout gives no digit or Latin letter, the key's
 * position decides: the digits of a French keyboard need Shift, and a Cyrillic one has no Latin
 * letters, though both are printed on the keys.
 */
export function shortcutOf({ key, code, shiftKey }: KeyboardEvent): string {
  const [, digit] = DIGIT.exec(code) ?? [];
  if (digit && !shiftKey && key.length === 1) return digit;
  const [, letter] = LETTER.exec(code) ?? [];
  if (letter && FOREIGN_LETTER.test(key)) return shiftKey ? letter : letter.toLowerCase();
  return key;
}
