import { FRAME, inLanguages } from './locale.svelte';
import { later } from './texts/english/later';

/**
 * The sentences of the page that most visits to the tables never show; they are a chunk of their
 * own, which comes with what shows them: `laterText().settings.title`.
 */
export const laterText = inLanguages(later, FRAME);
