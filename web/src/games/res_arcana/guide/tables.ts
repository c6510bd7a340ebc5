import type { View } from '../../../api/types';
import play from './play.json';
import setup from './setup.json';

/** Written by `python -m scripts.guide_tables`; TypeScript can't check that they fit. */
export default { setup, play } as unknown as Record<'setup' | 'play', View>;
