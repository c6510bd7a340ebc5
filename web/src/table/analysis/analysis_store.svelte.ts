import { untrack } from 'svelte';

import { analysisApi } from '../../api/analysis';
import { asProblem, type Problem } from '../../api/problem';
import type { Analysis, AnalysisInfo } from '../../api/types';
import { poll } from '../../browser/poll';
import type { Source } from '../desk/source';

type TranslatorSource = Pick<Source, 'translator' | 'textContext'>;

/** How long after a broken stream the server is asked again, in milliseconds. */
const RETRY_MS = 3_000;

/** The analysis of one match: asked for, followed while the page is looked at, and read. */
export class AnalysisStore {
  readonly #match: string;
  readonly #source: TranslatorSource;
  /** Undefined until the server has answered. */
  info = $state.raw<AnalysisInfo>();
  /** Why the server refused the last request. */
  problem = $state.raw<Problem>();
  asking = $state(false);

  /** Whether there is something to wait for: the first answer of the server, or the end. */
  readonly isPending = $derived.by(() => {
    if (this.problem) return false;
    const status = this.info?.status;
    return status === undefined || status === 'waiting' || status === 'running';
  });

  /** What was found, in the language of the page. */
  readonly analysis: Analysis | undefined = $derived.by(() => {
    const analysis = this.info?.analysis ?? undefined;
    const { translator, textContext } = this.#source;
    return analysis && translator && textContext
      ? translator.analysis(analysis, textContext)
      : analysis;
  });

  constructor(match: string, source: TranslatorSource = {}) {
    this.#match = match;
    this.#source = source;
  }

  async ask(): Promise<void> {
    this.asking = true;
    await this.#load(analysisApi.ask);
    this.asking = false;
  }

  /**
   * Follows the analysis by its stream and, where that breaks, by asking again; a page that nobody
   * looks at does neither. Returns a function that ends it.
   */
  follow(): () => void {
    let stream = new AbortController();
    const abortIfHidden = (): void => {
      if (document.visibilityState === 'hidden') stream.abort();
    };
    document.addEventListener('visibilitychange', abortIfHidden);
    const pollOnce = () => untrack(() => this.#poll((stream = new AbortController()).signal));
    const stop = poll(pollOnce, RETRY_MS);
    return () => {
      stop();
      stream.abort();
      document.removeEventListener('visibilitychange', abortIfHidden);
    };
  }

  async #poll(signal: AbortSignal): Promise<void> {
    if (!this.info) await this.#load(analysisApi.of);
    if (!this.isPending || signal.aborted) return;
    try {
      for await (const progress of analysisApi.follow(this.#match, signal)) {
        if (progress.status !== 'waiting' && progress.status !== 'running') break;
        this.info = { ...progress, analysis: null };
      }
    } catch {
      // What the stream does not tell is asked for.
    }
    if (!signal.aborted) await this.#refresh();
  }

  /** The state after the stream; if the server can't be reached, the next round asks again. */
  async #refresh(): Promise<void> {
    this.info = await analysisApi.of(this.#match);
  }

  async #load(from: (match: string) => Promise<AnalysisInfo>): Promise<void> {
    try {
      this.info = await from(this.#match);
      this.problem = undefined;
    } catch (thrown) {
      this.problem = asProblem(thrown);
    }
  }

  /** After a problem: asks the server again. */
  retry(): void {
    this.problem = undefined;
  }
}
