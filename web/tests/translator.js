/**
 * Does to a page what a browser's translator does: an element `font` takes the place of every text,
 * also of those that come later or change. What is marked `translate="no"` stays as it is.
 * A script without imports: vitest and the browser tests both run it.
 */
globalThis.translatePage = (say = (text) => text) => {
  const UNREAD = 'font, script, style, textarea, noscript';

  function isTranslated({ data, parentElement }) {
    if (!data.trim() || !parentElement || parentElement.closest(UNREAD)) return false;
    return parentElement.closest('[translate]')?.getAttribute('translate') !== 'no';
  }

  function translate(root) {
    if (!root.isConnected) return;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts.filter(isTranslated)) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = say(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  }

  translate(document.body);
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'childList' ? addedNodes : [target]) translate(node);
    }
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return observer;
};
