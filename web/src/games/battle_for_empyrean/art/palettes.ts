/** Palettes of the decks: the colours of their plates, of their cards' frames and of their backs. */

export interface Palette {
  dark: string;
  tint: string;
  light: string;
  /** The metal of what is printed on the back. */
  metal: string;
}

const PALETTES: Record<string, Palette> = {
  azteca_and_mexica_of_tenochtitlan: {
    dark: '#04241f',
    tint: '#1c7664',
    light: '#bfe8b4',
    metal: '#e0b04c',
  },
  cavalry_of_the_parthian_empire: {
    dark: '#33190b',
    tint: '#99602a',
    light: '#f6d698',
    metal: '#f0cd88',
  },
  defenders_of_the_bastion: {
    dark: '#151c25',
    tint: '#566678',
    light: '#cfd9e0',
    metal: '#d3dbe2',
  },
  knights_of_the_round_table: {
    dark: '#0a173c',
    tint: '#2f55a8',
    light: '#bcd4f4',
    metal: '#e6e2d2',
  },
  legends_of_the_parthenon: {
    dark: '#3a2a08',
    tint: '#a98a34',
    light: '#faeab4',
    metal: '#fff3c4',
  },
  samurai_of_the_sengoku: {
    dark: '#2e0808',
    tint: '#a42e2a',
    light: '#fbcfa6',
    metal: '#f2c078',
  },
  spectres_of_the_necropolis: {
    dark: '#130e2a',
    tint: '#524890',
    light: '#ccc6ee',
    metal: '#bfc8e6',
  },
  vampires_of_the_evernight: {
    dark: '#200514',
    tint: '#781c40',
    light: '#eab0b4',
    metal: '#e39aa4',
  },
  vikings_of_valhalla: {
    dark: '#08262f',
    tint: '#2b7288',
    light: '#c4e4e4',
    metal: '#d8b27a',
  },
};

const PLAIN: Palette = { dark: '#151a22', tint: '#4d5867', light: '#ced6dd', metal: '#d8b25c' };

export const paletteOf = (deck: string | undefined): Palette => PALETTES[deck ?? ''] ?? PLAIN;
