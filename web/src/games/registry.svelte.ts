/** Registry of games with their own board: every folder here with a `manifest.ts`. */

import Round from '~icons/game-icons/round-table';
import Scroll from '~icons/game-icons/scroll-unfurled';
import Tower from '~icons/game-icons/white-tower';

import type { PageParts } from '../api/types';
import { load } from '../browser/chunks.svelte';
import { resolve, type Path } from '../browser/paths';
import { language } from '../i18n/text';
import { gameCatalogue } from '../lobby/game_catalogue.svelte';
import GenericCardFace from '../table/cards/GenericCardFace.svelte';
import type { GameProfile } from '../lobby/facts';
import type { GameTexts } from '../lobby/options/labelled_options';
import type { Emblem } from '../parts/emblem';
import type { GameBoard, GameBox, GameManifest } from '../table/manifest';

const MANIFESTS = import.meta.glob<GameManifest>('./*/manifest.ts', {
  eager: true,
  import: 'default',
});

/** By the id of the game, which is the name of its folder. */
export const GAMES: Record<string, GameManifest> = Object.fromEntries(
  Object.entries(MANIFESTS).map(([path, manifest]) => [path.split('/')[1], manifest]),
);

const PLAIN_BOX: GameBox = { Face: GenericCardFace, kinds: {} };
const PLAIN_EMBLEM: Emblem = {
  light: '#4a6a66',
  dark: '#15201f',
  sign: Round,
  ornaments: [Scroll, Tower],
};

let boxes = $state.raw<Record<string, GameBox>>({});

export function emblemOf(game: string): Emblem {
  return GAMES[game]?.emblem ?? packagedEmblem(gameCatalogue.parts(game) ?? {});
}

/** The emblem of a game from outside; what its package leaves out is plain. */
function packagedEmblem({ emblem, cover, light, dark }: PageParts): Emblem {
  return {
    ...PLAIN_EMBLEM,
    ...(light && { light }),
    ...(dark && { dark }),
    ...(emblem && { picture: resolve(emblem as Path), ornaments: [] }),
    ...(cover && { table: resolve(cover as Path) }),
  };
}

/** What a player decides by before a match. */
export function profileOf(game: string): GameProfile {
  const manifest = GAMES[game];
  if (manifest) return { ...manifest, gist: manifest.texts().gist };
  return packagedProfile(gameCatalogue.parts(game) ?? {});
}

/** The same of a game from outside, as far as its package says it. */
function packagedProfile({ gist, minutes, weight }: PageParts): GameProfile {
  return {
    gist: gist?.[language.current] ?? gist?.en,
    ...(minutes && { minutes: [minutes.min, minutes.max] }),
    ...(weight && { weight }),
  };
}

/** What lobby and forms say of a game; undefined where only the server describes it. */
export function textsOf(game: string): GameTexts | undefined {
  return GAMES[game]?.texts();
}

/** The languages that a game has both here and at the server. */
function languagesOf(game: string): readonly string[] {
  const served = gameCatalogue.games?.find(({ id }) => id === game)?.languages;
  const own = GAMES[game]?.languages ?? served ?? [];
  return served ? own.filter((name) => served.includes(name)) : own;
}

/** As long as a page shows this game, it is in a language that the game has, or in English. */
export function limitLanguageTo(game: () => string | undefined): void {
  $effect.pre(() => {
    const id = game();
    return id === undefined ? undefined : language.limit(languagesOf(id));
  });
}

/** The board of a game and its words; undefined for games that the generic table shows. */
export async function boardOf(game: string): Promise<GameBoard | undefined> {
  const manifest = GAMES[game];
  const board = manifest && (await load(manifest.board)).default;
  await language.ready();
  return board;
}

/** The box of a game; undefined until it has been loaded. */
export function boxOf(game: string): GameBox | undefined {
  return boxes[game] ?? (game in GAMES ? undefined : PLAIN_BOX);
}

/** Load the box of a game, unless that was done before. */
export async function openBox(game: string): Promise<void> {
  const manifest = GAMES[game];
  if (!manifest) return;
  const module = await load(manifest.box);
  boxes = { ...boxes, [game]: module.default };
}
