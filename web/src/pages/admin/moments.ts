import { language } from '../../i18n/text';

/** A timestamp to the minute: "3 May 2026, 14:05". */
export function formatMoment(moment: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Date(moment).toLocaleString(language.current, style);
}
