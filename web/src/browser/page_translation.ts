/** What a translator puts in place of a text. */
const TRANSLATION_ELEMENT = 'FONT';

/** Each translation and the text that it stands for, and the reverse. */
const texts = new WeakMap<Node, Text>();
const translations = new WeakMap<Node, HTMLElement>();

/**
 * Keeps a page true under a browser's translation, which replaces each text node by an element
 * `font`: whatever changes the text later would write to a node that nobody sees. So the text stays,
 * empty, before its translation, and takes its place again as soon as it changes; then the browser
 * translates the new one. What must never be read in other words is marked `translate="no"`.
 */
export function followTranslation(page: Node): MutationObserver {
  const observer = new MutationObserver((records) => {
    for (const record of records) handleRecord(record, records);
    // What was done here is no news.
    observer.takeRecords();
  });
  observer.observe(page, { childList: true, characterData: true, subtree: true });
  return observer;
}

function handleRecord(record: MutationRecord, all: MutationRecord[]): void {
  for (const node of record.removedNodes) if (!node.isConnected) handleRemoved(node, record, all);
  // A text that moves takes its translation along.
  for (const node of record.addedNodes) {
    const translation = translations.get(node);
    if (translation && node.nextSibling !== translation) (node as Text).after(translation);
  }
}

function handleRemoved(node: Node, record: MutationRecord, all: MutationRecord[]): void {
  const translation = translationIn(record);
  const text = texts.get(node) ?? node;
  if (!(text instanceof Text)) return;
  const isStale = all.some(({ type, target }) => type === 'characterData' && target === text);
  if (!translation) {
    if (translations.has(text)) restore(text);
  } else if (isStale) translation.replaceWith(text);
  else replaceByTranslation(text, translation);
}

/** The translation that came in place of what was removed. */
function translationIn({ addedNodes, previousSibling, nextSibling }: MutationRecord) {
  return [...addedNodes, previousSibling, nextSibling].find(
    (node): node is HTMLElement =>
      node instanceof HTMLElement &&
      node.nodeName === TRANSLATION_ELEMENT &&
      node.isConnected &&
      !texts.has(node),
  );
}

/** Puts the text, empty, before its translation, and follows what is done to it. */
function replaceByTranslation(text: Text, translation: HTMLElement): void {
  const content = text.nodeValue ?? '';
  if (translations.has(text)) restore(text);
  texts.set(translation, text);
  translations.set(text, translation);
  translation.before(text);
  text.data = '';
  Object.defineProperties(text, {
    nodeValue: {
      configurable: true,
      get: () => content,
      set: (value: string | null) => {
        restore(text);
        text.data = value ?? '';
      },
    },
  });
}

/** Puts the text in place of its translation again. */
function restore(text: Text): void {
  const translation = translations.get(text);
  const content = text.nodeValue ?? '';
  translations.delete(text);
  Reflect.deleteProperty(text, 'nodeValue');
  text.data = content;
  if (!translation) return;
  texts.delete(translation);
  translation.remove();
}
