/** Access to the page texts. */
export { byLanguage, inLanguages, LANGUAGES, language, languagesIn, text } from './locale.svelte';
export type { Language } from './locale.svelte';
export type { Translation } from './translation';
