import { PerMatchStorage } from '../../browser/per_match_storage';
import type { Answer, Decision, FirstMatch as Told, LessonNote, View } from '../../api/types';
import { choiceOf } from '../desk/move.svelte';
import type { Source } from '../desk/source';
import { metNotes, promptOf, proposedAnswer, type Frame, type MetNote } from './first_match';

/** What a guide needs of the desk. */
interface Learner {
  readonly source: Source;
  readonly seat: number | undefined;
  readonly view: View | undefined;
  /** Questions that must be answered. */
  readonly asked: Decision[];
}

/** How far a learner is, as this browser remembers it. */
interface Progress {
  /** The notes that were met, in their order. */
  met: MetNote[];
  /** How many of them were read. */
  read: number;
  /** The learner's decisions so far. */
  asked: string[];
  /** The newest event when the last of them was asked. */
  last: number;
  skipped: boolean;
}

const NOTHING: Progress = { met: [], read: 0, asked: [], last: -1, skipped: false };
const lessonProgress = new PerMatchStorage('lesson');

/** The guide of a first match: notes and proposed answers, one question after another. */
export class Guide {
  readonly #match: string;
  readonly #desk: Learner;
  readonly #told: Told;
  #progress = $state.raw<Progress>(NOTHING);

  constructor(match: string, desk: Learner, firstMatch: Told) {
    this.#match = match;
    this.#desk = desk;
    this.#told = firstMatch;
    const stored = lessonProgress.of(match);
    if (stored) this.#progress = { ...NOTHING, ...(JSON.parse(stored) as Partial<Progress>) };
  }

  get skipped(): boolean {
    return this.#progress.skipped;
  }

  /** The question that was looked at last. */
  get looked(): string | undefined {
    return this.#progress.asked.at(-1);
  }

  /** The note to be read now, and what it points at. */
  readonly note = $derived.by((): (LessonNote & MetNote) | undefined => {
    const { met, read, skipped } = this.#progress;
    const now = met[read];
    const note = now && this.#told.notes.find(({ id }) => id === now.id);
    return note && !skipped ? { ...note, ...now } : undefined;
  });

  /** Whether another note waits behind it. */
  readonly more = $derived(this.#progress.met.length > this.#progress.read + 1);

  /** The notes that were read, the newest first. */
  readonly past = $derived(
    this.#progress.met
      .slice(0, this.#progress.read)
      .flatMap(({ id }) => this.#told.notes.find((note) => note.id === id) ?? [])
      .reverse(),
  );

  /** The answer that is proposed for the open question. */
  readonly proposal = $derived.by((): { decision: Decision; answer: Answer } | undefined => {
    const decision = this.#desk.asked[0];
    const place = decision ? this.#progress.asked.indexOf(decision.id) : -1;
    if (!decision || place < 0 || this.skipped || this.#endedBefore(place)) return undefined;
    const prompt = promptOf(this.#told, decision.prompt.key);
    const round = this.#desk.view?.turn.round ?? 0;
    const answer = proposedAnswer(this.#told.proposals, prompt, this.#asks(decision), round);
    return answer === undefined ? undefined : { decision, answer };
  });

  /** Whether the proposed answer is about this thing. */
  tries(target: string): boolean {
    const { decision, answer } = this.proposal ?? {};
    if (!decision || !('options' in decision)) return false;
    const option = decision.options.find(({ key }) => key === answer);
    return option?.targets?.includes(target) ?? false;
  }

  /** Looks at the open question, unless that was done before; its notes take the place of older
   * ones, as what those spoke of has been answered. Without any, those stay that still hold.
   */
  look(): void {
    const { source, view, seat } = this.#desk;
    const decision = this.#desk.asked[0];
    const { asked, last, read, met: before } = this.#progress;
    if (!decision || !view || seat === undefined || !source.log.length) return;
    if (asked.includes(decision.id)) return;
    const frame: Frame = {
      seat,
      round: view.turn.round,
      prompt: promptOf(this.#told, decision.prompt.key),
      args: decision.prompt.args,
      options: 'options' in decision ? decision.options.map(({ key }) => key) : [],
      events: source.log
        .filter(({ id }) => id > last)
        .map(({ key, args }) => ({ key: promptOf(this.#told, key), args })),
    };
    const ids = before.map(({ id }) => id);
    const newNotes = metNotes(this.#told.notes, frame, ids);
    const unread = before.slice(read);
    const hold = newNotes.length ? [] : unread.filter(({ id }) => this.#holds(id, frame, ids));
    const gone = unread.filter((note) => !hold.includes(note));
    this.#keep({
      met: [...before.slice(0, read), ...gone, ...hold, ...newNotes],
      read: read + gone.length,
      asked: [...asked, decision.id],
      last: source.log.at(-1)?.id ?? last,
    });
  }

  /** Goes on to the next note; returns whether there was one to read. */
  next(): boolean {
    if (!this.note) return false;
    this.#keep({ read: this.#progress.read + 1 });
    return true;
  }

  skip(skipped: boolean): void {
    this.#keep({ skipped });
  }

  /** Whether a note is about what has happened, or its question is open still. */
  #holds(id: string, frame: Frame, before: string[]): boolean {
    const note = this.#told.notes.find((note) => note.id === id);
    if (!note || note.on.event) return !!note;
    return (
      metNotes(
        [note],
        frame,
        before.filter((note) => note !== id),
      ).length > 0
    );
  }

  /** Whether proposals have ended before the learner's decision of this number, from 0. */
  #endedBefore(place: number): boolean {
    const { proposed, proposed_until: lastNote } = this.#told;
    return place >= proposed || this.#progress.met.some(({ id }) => id === lastNote);
  }

  #asks(decision: Decision) {
    if (decision.kind !== 'choose') {
      const options = 'options' in decision ? decision.options.map(({ key }) => key) : [];
      return { ...decision, options };
    }
    const options = decision.options.map(({ key }) => key);
    return { ...decision, options, many: choiceOf(decision) === 'many' || !decision.min };
  }

  #keep(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    lessonProgress.keep(this.#match, JSON.stringify(this.#progress));
  }
}
