/** Access to the page texts. */
export {
  catalogue,
  inLanguages,
  LANGUAGES,
  language,
  addLanguageLoader,
  languagesIn,
  text,
  withWords,
} from './locale.svelte';
export type { Language } from './locale.svelte';
export type { Translation } from './translation';
