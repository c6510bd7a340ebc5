import { optimize, type Config } from 'svgo';

/** Icons of 512 units are shown in 20 to 300 pixels: a whole unit is finer than any of these. */
export const WHOLE_UNITS: Config = { multipass: true, floatPrecision: 0 };

/**
 * Makes Svelte components of icons; those of game-icons get whole coordinates, which is a third of
 * their weight and nothing that can be seen.
 */
export const iconCompiler = {
  extension: 'svelte',
  compiler(svg: string, collection: string): string {
    const drawn = collection === 'game-icons' ? optimize(svg, WHOLE_UNITS).data : svg;
    return `<script>const props = $props();</script>${drawn.replace('>', ' {...props}>')}`;
  },
};
