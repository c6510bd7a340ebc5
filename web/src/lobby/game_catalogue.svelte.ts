import { matchesApi } from '../api/matches';
import type { BotOnOffer, Component, Game, GameDetails, Games, FirstMatch } from '../api/types';
import { bots } from '../i18n/bots.svelte';
import { humanize } from '../i18n/humanize';
import { language, addLanguageLoader } from '../i18n/text';

let catalogue = $state.raw<Games>();
let details = $state.raw<Record<string, GameDetails>>({});
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
    const [games] = await Promise.all([matchesApi.games(), translateBots(language.chosen)]);
    catalogue = games;
    describeBots(games);
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

function describeBots({ bots: players, teachers = [] }: Games, lang?: string): void {
  bots.describe([...players, ...teachers], lang);
}

/** Without translations they are in English. */
async function translateBots(lang: string): Promise<void> {
  if (lang === 'en') return;
  await matchesApi.games(lang).then(
    (games) => describeBots(games, lang),
    () => undefined,
  );
}

addLanguageLoader(translateBots);
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
