import type { Glyphs, Icon } from './glyphs';

/** The pictures of each deck's cards are a file of their own: a match loads those of its decks. */
const DECKS: Record<string, () => Promise<{ default: Glyphs }>> = {
  azteca_and_mexica_of_tenochtitlan: () => import('./decks/azteca_and_mexica_of_tenochtitlan'),
  cavalry_of_the_parthian_empire: () => import('./decks/cavalry_of_the_parthian_empire'),
  defenders_of_the_bastion: () => import('./decks/defenders_of_the_bastion'),
  knights_of_the_round_table: () => import('./decks/knights_of_the_round_table'),
  legends_of_the_parthenon: () => import('./decks/legends_of_the_parthenon'),
  samurai_of_the_sengoku: () => import('./decks/samurai_of_the_sengoku'),
  spectres_of_the_necropolis: () => import('./decks/spectres_of_the_necropolis'),
  vampires_of_the_evernight: () => import('./decks/vampires_of_the_evernight'),
  vikings_of_valhalla: () => import('./decks/vikings_of_valhalla'),
};

let glyphs = $state.raw<Glyphs>({});
const asked = new Map<string, Promise<void>>();

/** The picture of a card; undefined until its deck has come, which is fetched at the first need. */
export function glyphOfCard(id: string, deck: string): Icon | undefined {
  const known = glyphs[id];
  if (!known) void openDeck(deck);
  return known;
}

/** Fetches the pictures of a deck, if that was not done before. */
export function openDeck(deck: string): Promise<void> {
  const opening = asked.get(deck) ?? fetchDeck(deck);
  asked.set(deck, opening);
  return opening;
}

async function fetchDeck(deck: string): Promise<void> {
  try {
    const more = await DECKS[deck]?.();
    if (more) glyphs = { ...glyphs, ...more.default };
  } catch {
    asked.delete(deck);
  }
}
