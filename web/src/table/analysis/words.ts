import { inLanguages } from '../../i18n/text';
import { english, type AnalysisWords } from './texts/english';

const chosen = inLanguages<AnalysisWords>(english, {
  de: async () => (await import('./texts/german')).german,
});

/** The texts of the analysis in the chosen language, looked up at every use. */
export const analysisWords: AnalysisWords = new Proxy(english, {
  get: (_, key) => chosen()[key as keyof AnalysisWords],
});
