/** Gallery: every card, token and state of a game alone, served by `npm run dev` at
 * /tests/dev/gallery.html and never built. `?game=ascended_kings&theme=light&lang=de&show=cards`
 * chooses; without `show` all parts are there. */

import '@fontsource/cinzel/700.css';
import '@fontsource-variable/source-sans-3';
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';

import { mount } from 'svelte';

import type { Component } from '../../src/api/types';
import { language } from '../../src/i18n/locale.svelte';
import { Desk, deskContext } from '../../src/table/desk/desk.svelte';
import type { GameGallery } from './game_gallery';

const GALLERIES: Record<string, () => Promise<{ default: GameGallery }>> = {
  res_arcana: () => import('./arcana_gallery'),
  ascended_kings: () => import('./kings_gallery'),
};

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get('theme') ?? 'dark';
document.documentElement.lang = asked.get('lang') ?? 'en';
language.adopt(asked.get('lang') ?? 'en');

/** The real catalogue if a server responds. */
async function catalogueOf(game: string): Promise<Component[] | undefined> {
  try {
    const headers = { 'Accept-Language': asked.get('lang') ?? 'en' };
    const response = await fetch(`/api/v1/games/${game}`, { headers });
    return ((await response.json()) as { catalogue: Component[] }).catalogue;
  } catch {
    return undefined;
  }
}

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app element');
const game = asked.get('game') ?? 'res_arcana';
const load = GALLERIES[game];
if (!load) throw new Error(`${game} has no gallery`);
const { Gallery, catalogue: spare, source } = (await load()).default;
const catalogue = (await catalogueOf(game)) ?? spare;
const named = new Map(catalogue.map((component) => [component.id, component]));
const desk = new Desk(source, () => named);
const props = { catalogue, show: asked.get('show') ?? '' };
export default mount(Gallery, { target, props, context: deskContext(desk) });
