import type { Component } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

export type Icon = Component<SvelteHTMLElements['svg']>;
/** Pictures by the id of their subject. */
export type Glyphs = Record<string, Icon>;
