/** A file of translations, compiled. */
declare module '*.po' {
  const translation: import('./i18n/translation').Translation;
  export default translation;
}
