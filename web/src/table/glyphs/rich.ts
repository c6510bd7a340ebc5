/** Finds the essences named in a sentence: "2 Life" is a number and a glyph, "Life" alone too. */

export interface Piece {
  text: string;
  kind?: string;
}

const NAMED = /\b(\d+|X) (Elan|Life|Calm|Death|Gold|any|Aria|Egis|Pyre|Dire|Ylem)\b/g;

const ALONE = /^(Elan|Life|Calm|Death|Gold|Aria|Egis|Pyre|Dire|Ylem)$/;

export function pieces(text: string): Piece[] {
  if (ALONE.test(text)) return [{ text, kind: text.toLowerCase() }];
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(NAMED)) {
    const [whole, count = '', word = ''] = match;
    found.push({ text: text.slice(from, match.index) + `${count}\u00a0` });
    found.push({ text: word, kind: word.toLowerCase() });
    from = match.index + whole.length;
  }
  found.push({ text: text.slice(from) });
  return found;
}
