/** The one place where pages get their sentences. */
export { LANGUAGES, language, text, type Language } from './language.svelte';
