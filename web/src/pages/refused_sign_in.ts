import { laterText } from '../i18n/later_text';

/** What the page's address says of a sign-in with a provider that came to nothing. */
export function refusedSignIn(query: URLSearchParams): string | undefined {
  const reason = query.get('problem');
  const sentences: Record<string, string> = laterText().account.refused;
  if (reason === null) return undefined;
  return Object.hasOwn(sentences, reason) ? sentences[reason] : sentences.expired;
}
