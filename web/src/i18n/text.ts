/** The one place where pages get their sentences. */
export { inLanguages, LANGUAGES, language, text, type Language } from './locale.svelte';
