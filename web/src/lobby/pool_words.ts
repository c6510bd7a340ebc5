import type { Pool } from '../api/types';
import { laterText } from '../i18n/later_text';

/** What a pool plays, in words: "2 players · Live · Rated". */
export function describePool({ players, pace, rated }: Pool): string {
  const { terms, playersOf, paces, rated: ratedWord, casual } = laterText().find;
  return terms(playersOf(players), paces[pace], rated ? ratedWord : casual);
}

/** A length of time as a clock shows it: "0:42", "1:05:00". */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part));
  const hours = Math.floor(whole / 3600);
  const [minutes = '0', rest = '0'] = parts;
  const tail = rest.padStart(2, '0');
  return hours ? `${hours}:${minutes.padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
