"""Glyphs and their neighbours in texts, measured by the browser's line boxes."""

WIDTHS_PX = [44, 58, 72, 86, 100, 120, 150]
"""Pixels, down to less than any card is wide, so a text wraps wherever it may."""

PARTED = """(widths) => {
  const apart = (a, b) => a.bottom <= b.top || b.bottom <= a.top;
  const atomsOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      return [...node.data].flatMap((sign, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getClientRects()[0];
        return box ? [{sign, box}] : [];
      });
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('.visually-hidden')) return [];
    if (node.matches('.glyph')) return [{glyph: true, box: node.getBoundingClientRect()}];
    return [...node.childNodes].flatMap(atomsOf);
  };
  // What lies beyond a space that no line may end at belongs to the glyph as well.
  const neighbour = (atoms, at, step) => {
    let place = at + step;
    while (['\\u00a0', '\\u202f'].includes(atoms[place]?.sign)) place += step;
    return atoms[place]?.sign?.trim() ? atoms[place] : undefined;
  };
  const seen = {texts: 0, glyphs: 0, wrapped: 0, parted: []};
  for (const text of document.querySelectorAll('.text')) {
    if (!text.querySelector('.glyph')) continue;
    seen.texts += 1;
    text.style.display = 'block';
    for (const width of widths) {
      text.style.width = `${width}px`;
      const atoms = atomsOf(text);
      atoms.forEach(({glyph, box}, at) => {
        if (!glyph) return;
        seen.glyphs += 1;
        const near = [-1, 1].map((step) => neighbour(atoms, at, step)).filter(Boolean);
        if (near.some((atom) => apart(atom.box, box)))
          seen.parted.push(`${width}: ${text.textContent.trim()}`);
      });
      if (atoms.some(({box}) => apart(box, atoms[0].box))) seen.wrapped += 1;
    }
    text.style.display = text.style.width = '';
  }
  return seen;
}"""
