export type TextBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

/** A plain text as blocks: blank lines separate, "# " begins a heading, "- " the lines of a list. */
export function textBlocks(text: string): TextBlock[] {
  return text.split(/\n\s*\n/).flatMap((part) => blocksOf(part.trim()));
}

function blocksOf(part: string): TextBlock[] {
  if (!part) return [];
  const [first = '', ...rest] = part.split('\n').map((line) => line.trim());
  if (first.startsWith('# ')) {
    return [{ kind: 'heading', text: first.slice(2) }, ...blocksOf(rest.join('\n'))];
  }
  if ([first, ...rest].every((line) => line.startsWith('- '))) {
    return [{ kind: 'list', items: [first, ...rest].map((line) => line.slice(2)) }];
  }
  return [{ kind: 'paragraph', text: [first, ...rest].join(' ') }];
}
