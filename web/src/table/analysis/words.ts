import { inLanguages, type Translation } from '../../i18n/text';
import { english, type AnalysisWords } from './texts/english';

const chosen = inLanguages<AnalysisWords>(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);

/** The texts of the analysis in the chosen language, looked up at every use. */
export const analysisWords: AnalysisWords = new Proxy(english, {
  get: (_, key) => chosen()[key as keyof AnalysisWords],
});
