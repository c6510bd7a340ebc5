const CARD_ID = /^(?:asc|rev)_([a-z_]+?)(?:_[1-3]|_[abc])?$/;

/** The ability of a card, by its id: "asc_rubedo_2". */
export function abilityOf(card: string): string {
  return CARD_ID.exec(card)?.[1] ?? card;
}
