/** Gallery: every card, token and state alone, served by `npm run dev` at /tests/dev/gallery.html and
 * never built. `?theme=light&lang=de&show=cards` chooses; without `show` all parts are there. */

import '@fontsource/cinzel/700.css';
import '@fontsource-variable/source-sans-3';
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';

import { mount } from 'svelte';

import type { Component } from '../../src/api/types';
import { language } from '../../src/i18n/locale.svelte';
import { CATALOGUE } from '../games/res_arcana/catalogue';
import { Desk, deskContext } from '../../src/table/desk/desk.svelte';
import { StillArcana } from '../games/res_arcana/fixture';
import ArcanaGallery from './ArcanaGallery.svelte';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get('theme') ?? 'dark';
document.documentElement.lang = asked.get('lang') ?? 'en';
language.adopt(asked.get('lang') ?? 'en');

/** The real catalogue if a server responds; else that of the fixture. */
async function catalogue(): Promise<Component[]> {
  try {
    const headers = { 'Accept-Language': asked.get('lang') ?? 'en' };
    const response = await fetch('/api/v1/games/res_arcana', { headers });
    return ((await response.json()) as { catalogue: Component[] }).catalogue;
  } catch {
    return CATALOGUE;
  }
}

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app element');
const components = await catalogue();
const named = new Map(components.map((component) => [component.id, component]));
const desk = new Desk(new StillArcana(), () => named);
const props = { catalogue: components, show: asked.get('show') ?? '' };
export default mount(ArcanaGallery, { target, props, context: deskContext(desk) });
