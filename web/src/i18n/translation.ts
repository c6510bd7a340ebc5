import { inForms, isMessage, type PluralRule } from './message';

/** What a `.po` file is compiled to; a message that counts has several forms. */
export interface Translation {
  plural: PluralRule;
  /** By the path of the key: "home.moves". */
  messages: Record<string, string | string[]>;
}

/** The language of a file: "de" for "./texts/de.po". */
export function languageOf(file: string): string {
  return file.replace(/^.*\/|\.po$/g, '');
}

/** A catalogue in another language. What is not translated stays English. */
export function translated<T>(english: T, translation: Translation, path = ''): T {
  return inLanguage(english, translation, path) as T;
}

function inLanguage(part: unknown, translation: Translation, path: string): unknown {
  if (typeof part === 'string' || isMessage(part)) return leaf(part, translation, path);
  if (Array.isArray(part)) {
    return part.map((item, place) => inLanguage(item, translation, under(path, place)));
  }
  const pairs = Object.entries(part as object);
  return Object.fromEntries(
    pairs.map(([key, value]) => [key, inLanguage(value, translation, under(path, key))]),
  );
}

function leaf(
  part: string | Parameters<typeof inForms>[0],
  { plural, messages }: Translation,
  path: string,
): unknown {
  const forms = [messages[path] ?? []].flat();
  if (!forms.length) return part;
  return isMessage(part) ? inForms(part, forms, plural) : forms[0];
}

/** The path of a key within another: "home.moves". */
export function under(path: string, key: string | number): string {
  return path ? `${path}.${key}` : String(key);
}
