import { expect, test } from 'vitest';

import { shortcutOf } from './shortcuts';

function pressed(code: string, key: string, shiftKey = false): string {
  return shortcutOf(new KeyboardEvent('keydown', { code, key, shiftKey }));
}

test('the digits of a French keyboard count with and without Shift', () => {
  const row = ['&', 'é', '"', "'", '(', '-', 'è', '_', 'ç'];
  row.forEach((key, index) => {
    const digit = String(index + 1);
    expect(pressed(`Digit${digit}`, key)).toBe(digit);
    expect(pressed(`Digit${digit}`, digit, true)).toBe(digit);
  });
  expect(pressed('Digit0', 'à')).toBe('0');
});

test('the signs over the digits of other keyboards stay signs', () => {
  expect(pressed('Digit7', '&', true)).toBe('&');
  expect(pressed('Digit7', '/', true)).toBe('/');
  expect(pressed('Digit7', '?', true)).toBe('?');
});

test('letters of a Cyrillic, Greek or Hebrew keyboard count by position', () => {
  expect(pressed('KeyU', 'г')).toBe('u');
  expect(pressed('KeyQ', 'й')).toBe('q');
  expect(pressed('KeyU', 'Г', true)).toBe('U');
  expect(pressed('KeyL', 'λ')).toBe('l');
  expect(pressed('KeyC', 'ב')).toBe('c');
});

test('Latin letters count as typed, wherever they lie', () => {
  expect(pressed('KeyA', 'q')).toBe('q');
  expect(pressed('Semicolon', 'm')).toBe('m');
  expect(pressed('KeyM', ',')).toBe(',');
  expect(pressed('KeyS', 'o')).toBe('o');
  expect(pressed('KeyU', 'ú')).toBe('ú');
});

test('keys that write nothing are themselves', () => {
  expect(pressed('Numpad1', 'End')).toBe('End');
  expect(pressed('Digit2', 'Dead')).toBe('Dead');
  expect(pressed('Escape', 'Escape')).toBe('Escape');
  expect(pressed('Space', ' ')).toBe(' ');
});
