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
  return translateNode(english, translation, path) as T;
}

function translateNode(part: unknown, translation: Translation, path: string): unknown {
  if (typeof part === 'string' || isMessage(part)) return translateLeaf(part, translation, path);
  if (Array.isArray(part)) {
    return part.map((item, place) => translateNode(item, translation, keyPath(path, place)));
  }
  const pairs = Object.entries(part as object);
  return Object.fromEntries(
    pairs.map(([key, value]) => [key, translateNode(value, translation, keyPath(path, key))]),
  );
}

function translateLeaf(
  part: string | Parameters<typeof inForms>[0],
  { plural, messages }: Translation,
  path: string,
): unknown {
  const forms = [messages[path] ?? []].flat();
  if (!forms.length) return part;
  return isMessage(part) ? inForms(part, forms, plural) : forms[0];
}

/** The path of a key within another: "home.moves". */
export function keyPath(path: string, key: string | number): string {
  return path ? `${path}.${key}` : String(key);
}
