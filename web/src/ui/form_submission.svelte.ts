import { asProblem, type Problem } from '../api/problem';
import { fieldsOfProblem, sayProblem, sayWrongField } from '../i18n/problems';

/** Form submission: busy while it runs, then the errors. */
export class FormSubmission {
  #busy = $state(false);
  #problem = $state.raw<Problem>();
  readonly #fields: string[];

  /** `fields` are those that can show their own error. */
  constructor(...fields: string[]) {
    this.#fields = fields;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Whether it succeeded. */
  async send(act: () => Promise<unknown>): Promise<boolean> {
    this.#busy = true;
    this.#problem = undefined;
    try {
      await act();
    } catch (thrown) {
      this.#problem = asProblem(thrown);
    } finally {
      this.#busy = false;
    }
    return this.#problem === undefined;
  }

  /** The error of a field. */
  errorOf(field: string): string | undefined {
    if (!this.#problem || !fieldsOfProblem(this.#problem).includes(field)) return undefined;
    return sayWrongField(this.#problem, field);
  }

  /** The error that belongs to no field. */
  get problem(): string | undefined {
    if (!this.#problem) return undefined;
    const places = fieldsOfProblem(this.#problem);
    return places.some((place) => this.#fields.includes(place)) ? undefined : this.describe();
  }

  get status(): number | undefined {
    return this.#problem?.status;
  }

  private describe(): string | undefined {
    return this.#problem && sayProblem(this.#problem);
  }
}
