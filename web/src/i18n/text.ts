/** Access to the page texts. */
export { inLanguages, LANGUAGES, language, text, type Language } from './locale.svelte';
