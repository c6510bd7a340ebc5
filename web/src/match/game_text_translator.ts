import type {
  AnalysedAnswer,
  Analysis,
  Blocked,
  Decision,
  GameDetails,
  GameEvent,
  Hint,
  Option,
  Outcome,
  Prompt,
  Threat,
} from '../api/types';
import { GameSentences } from '../i18n/game_sentences';

/** Who is at the table, and the seat of the reader. */
export interface TextContext {
  players: string[];
  reader: number | undefined;
}

type Args = Record<string, unknown>;

/**
 * Game text translator: the texts of a match in a language other than English, made from the
 * messages and arguments that come with the English ones. An object that is translated again gives
 * the same translation.
 */
export class GameTextTranslator {
  readonly #sentences: GameSentences;
  readonly #events = new WeakMap<GameEvent, GameEvent>();
  readonly #decisions = new WeakMap<Decision, Decision>();

  constructor(game: GameDetails) {
    this.#sentences = new GameSentences(game);
  }

  events(events: GameEvent[], context: TextContext): GameEvent[] {
    return events.map((event) => cached(this.#events, event, () => this.#event(event, context)));
  }

  decisions(decisions: Decision[], context: TextContext): Decision[] {
    return decisions.map((decision) =>
      cached(this.#decisions, decision, () => this.#decision(decision, context.players)),
    );
  }

  threats(threats: Threat[], { players, reader }: TextContext): Threat[] {
    return threats.map((threat) => {
      const text = this.#say(`threat.${withoutGame(threat.key)}`, threat.args, players, reader);
      return text === undefined ? threat : { ...threat, text };
    });
  }

  outcome(outcome: Outcome, { players }: TextContext): Outcome {
    const sheet = outcome.sheet.map((score) => ({
      ...score,
      lines: score.lines.map((line) => ({
        ...line,
        text: this.#say(`score.${line.key}`, line.args ?? {}, players) ?? line.text,
      })),
    }));
    return { ...outcome, sheet };
  }

  hint(hint: Hint, context: TextContext): Hint {
    const { players, reader } = context;
    const answers = hint.answers.map((answer) => ({
      ...answer,
      follow_ups: answer.follow_ups.map((followUp) => this.#answer(followUp, players)),
      line: answer.line.map((event) => ({
        ...event,
        text:
          this.#say(`event.${withoutGame(event.key)}`, event.args, players, reader) ?? event.text,
      })),
    }));
    return { ...hint, answers };
  }

  analysis(analysis: Analysis, { players }: TextContext): Analysis {
    const translateAnswers = (answers: AnalysedAnswer[]): AnalysedAnswer[] =>
      answers.map((answer) => this.#answer(answer, players));
    const moves = analysis.moves.map((move) => ({
      ...move,
      played: translateAnswers(move.played),
      best: translateAnswers(move.best),
    }));
    return { ...analysis, moves };
  }

  #event(event: GameEvent, { players, reader }: TextContext): GameEvent {
    const { key, args, by_other: byOther } = event;
    const text = this.#say(
      `event.${withoutGame(key)}`,
      args,
      players,
      byOther ? undefined : reader,
    );
    return text === undefined ? event : { ...event, text };
  }

  #decision(decision: Decision, players: string[]): Decision {
    const { blocked } = decision;
    const translated = {
      ...decision,
      prompt: this.#prompt(decision.prompt, players),
      ...(blocked && { blocked: blocked.map((option) => this.#blocked(option, players)) }),
    };
    if (!('options' in translated)) return translated;
    return {
      ...translated,
      options: translated.options.map((option) => this.#option(option, players)),
    };
  }

  #answer<T extends { prompt: Prompt; options: Option[] }>(answer: T, players: string[]): T {
    return {
      ...answer,
      prompt: this.#prompt(answer.prompt, players),
      options: answer.options.map((option) => this.#option(option, players)),
    };
  }

  #prompt(prompt: Prompt, players: string[]): Prompt {
    const text = this.#say(`prompt.${withoutGame(prompt.key)}`, prompt.args, players);
    return { ...prompt, text: text ?? prompt.text };
  }

  #option(option: Option, players: string[]): Option {
    const [head = '', ...rest] = option.key.split(':');
    const message = option.message ? withoutGame(option.message) : head;
    const args = { it: rest.join(':'), ...option.args };
    return { ...option, text: this.#say(`option.${message}`, args, players) ?? option.text };
  }

  #blocked(blocked: Blocked, players: string[]): Blocked {
    const why = this.#say(`why.${withoutGame(blocked.message)}`, blocked.args ?? {}, players);
    return { ...blocked, why: why ?? blocked.why };
  }

  #say(key: string, args: Args, players: string[], reader?: number): string | undefined {
    return this.#sentences.render(key, args, players, reader);
  }
}

/** The translator for a game in another language than English. */
export function translatorOf(game: GameDetails | undefined): GameTextTranslator | undefined {
  return game && game.language !== 'en' ? new GameTextTranslator(game) : undefined;
}

/** A key without its game: "game.took" is "took". */
function withoutGame(key: string): string {
  return key.slice(key.indexOf('.') + 1);
}

function cached<T extends object>(cache: WeakMap<T, T>, original: T, make: () => T): T {
  const cachedValue = cache.get(original);
  if (cachedValue) return cachedValue;
  const translated = make();
  cache.set(original, translated);
  return translated;
}
