import { matchesApi } from '../api/matches';
import type { BotOnOffer, Component, Game, GameDetails, Games, FirstMatch } from '../api/types';
import { humanize } from '../i18n/humanize';
import { language, addLanguageLoader } from '../i18n/text';

let offered = $state.raw<Games>();
let details = $state.raw<Record<string, GameDetails>>({});
const asked = new Map<string, Promise<GameDetails>>();

const key = (id: string, lang: string): string => `${id} ${lang}`;

/**
 * Game catalogue. It does not change while the page is open: each game is loaded once in each
 * language that is used.
 */
export const gameCatalogue = {
  /** Undefined until loaded. */
  get games(): Game[] | undefined {
    return offered?.items;
  },

  async load(): Promise<void> {
    offered ??= await matchesApi.games();
  },

  /** Whether tables of the game can be created: old tables may be of retired games. */
  offers: (id: string): boolean => gameCatalogue.games?.some((game) => game.id === id) ?? false,

  /** A game in the language of the page, if it is loaded. */
  details(id: string): GameDetails | undefined {
    return details[key(id, language.current)];
  },

  /** The bots of this server, from the weakest: they play every game. */
  get bots(): BotOnOffer[] | undefined {
    return offered?.bots;
  },

  bot: (name: string): BotOnOffer | undefined =>
    gameCatalogue.bots?.find((bot) => bot.name === name),

  open(id: string, lang: string = language.current): Promise<GameDetails> {
    const name = key(id, lang);
    const known = asked.get(name);
    if (known) return known;
    const version = gameCatalogue.games?.find((game) => game.id === id)?.version;
    const asking = matchesApi.game(id, lang, version).then((game) => {
      details = { ...details, [name]: game };
      return game;
    });
    asked.set(name, asking);
    asking.catch(() => asked.delete(name));
    return asking;
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

addLanguageLoader((name) => {
  const open = [...asked.keys()].map((known) => known.split(' ')[0] ?? '');
  return Promise.allSettled([...new Set(open)].map((id) => gameCatalogue.open(id, name)));
});

/** Whether a component has all the searched words in its name, kind or text. */
export function matchesSearch(component: Component, search: string): boolean {
  const whole = `${component.name} ${component.kind} ${component.text ?? ''}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
