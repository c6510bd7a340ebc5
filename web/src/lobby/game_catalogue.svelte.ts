import { matchesApi } from '../api/matches';
import type {
  BotOnOffer,
  Component,
  Game,
  GameDetails,
  GameGrammar,
  Games,
  FirstMatch,
  PageParts,
} from '../api/types';
import { bots } from '../i18n/bots.svelte';
import { humanize } from '../i18n/humanize';
import { language, addLanguageLoader } from '../i18n/text';

let catalogue = $state.raw<Games>();
let details = $state.raw<Record<string, GameDetails>>({});
const listings = new Map<string, Promise<Games>>();
const requests = new Map<string, Promise<GameDetails>>();

const requestKey = (id: string, lang: string): string => `${id} ${lang}`;

/**
 * Game catalogue. It does not change while the page is open: each game is loaded once in each
 * language that is used.
 */
export const gameCatalogue = {
  /** Undefined until loaded. */
  get games(): Game[] | undefined {
    return catalogue?.items;
  },

  async load(): Promise<void> {
    if (catalogue) return;
    catalogue = await loadGames(language.chosen);
  },

  /** Whether tables of the game can be created: old tables may be of retired games. */
  offers: (id: string): boolean => gameCatalogue.games?.some((game) => game.id === id) ?? false,

  /** A game in the language of the page, if it is loaded. */
  details(id: string): GameDetails | undefined {
    return details[requestKey(id, language.current)];
  },

  /** The bots of this server, from the weakest: they play every game. */
  get bots(): BotOnOffer[] | undefined {
    return catalogue?.bots;
  },

  loadGame(id: string, lang: string = language.current): Promise<GameDetails> {
    const name = requestKey(id, lang);
    const pending = requests.get(name);
    if (pending) return pending;
    const version = gameCatalogue.games?.find((game) => game.id === id)?.version;
    const request = matchesApi.game(id, lang, version).then((game) => {
      details = { ...details, [name]: game };
      return game;
    });
    requests.set(name, request);
    request.catch(() => requests.delete(name));
    return request;
  },

  /** What teaches a game in its first match. */
  firstMatch: (id: string): Promise<FirstMatch> =>
    matchesApi.firstMatch(id, gameCatalogue.games?.find((game) => game.id === id)?.version),

  /** What is a game's own in views, options and messages. */
  grammar: (id: string): Promise<GameGrammar> =>
    matchesApi.grammar(id, gameCatalogue.games?.find((game) => game.id === id)?.version),

  /** What the game's package adds to the page, as far as that is loaded. */
  parts: (id: string): PageParts | undefined =>
    (gameCatalogue.games?.find((game) => game.id === id) ?? gameCatalogue.details(id))?.page,

  /** How many can play a game, if it is on offer. */
  players: (id: string): Game['players'] | undefined =>
    gameCatalogue.games?.find((game) => game.id === id)?.players,

  title(id: string): string {
    return (
      gameCatalogue.games?.find((game) => game.id === id)?.title ??
      gameCatalogue.details(id)?.title ??
      humanize(id)
    );
  },
};

/** The games on offer, once in each language: bots come with their translations. */
function loadGames(lang: string): Promise<Games> {
  const pending = listings.get(lang);
  if (pending) return pending;
  const listing = matchesApi.games(lang === 'en' ? undefined : lang).then((games) => {
    bots.describe([...games.bots, ...(games.teachers ?? [])], lang);
    return games;
  });
  listings.set(lang, listing);
  listing.catch(() => listings.delete(lang));
  return listing;
}

/** Without translations bots are in English. */
addLanguageLoader(async (name) => {
  if (name !== 'en') await loadGames(name).catch(() => undefined);
});
addLanguageLoader((name) => {
  const openIds = [...requests.keys()].map((requested) => requested.split(' ')[0] ?? '');
  return Promise.allSettled([...new Set(openIds)].map((id) => gameCatalogue.loadGame(id, name)));
});

/** Whether a component has all the searched words in its name, kind or text. */
export function matchesSearch(component: Component, search: string): boolean {
  const searchableText =
    `${component.name} ${component.kind} ${component.text ?? ''}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => searchableText.includes(word));
}
