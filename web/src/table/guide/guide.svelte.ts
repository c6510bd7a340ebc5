import { PerMatchStorage } from '../../browser/per_match_storage';
import type { Answer, Decision, FirstMatch, LessonNote, View } from '../../api/types';
import { choiceOf } from '../desk/move.svelte';
import type { Source } from '../desk/source';
import { metNotes, promptOf, proposedAnswer, type Frame, type MetNote } from './first_match';

/** What a guide needs of the desk. */
interface GuideDesk {
  readonly source: Source;
  readonly seat: number | undefined;
  readonly view: View | undefined;
  /** Questions that must be answered. */
  readonly required: Decision[];
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

const NO_PROGRESS: Progress = { met: [], read: 0, asked: [], last: -1, skipped: false };
const lessonProgress = new PerMatchStorage('lesson');

/** The guide of a first match: notes and proposed answers, one question after another. */
export class Guide {
  readonly #match: string;
  readonly #desk: GuideDesk;
  readonly #firstMatch: FirstMatch;
  #progress = $state.raw<Progress>(NO_PROGRESS);

  constructor(match: string, desk: GuideDesk, firstMatch: FirstMatch) {
    this.#match = match;
    this.#desk = desk;
    this.#firstMatch = firstMatch;
    const stored = lessonProgress.of(match);
    if (stored) this.#progress = { ...NO_PROGRESS, ...(JSON.parse(stored) as Partial<Progress>) };
  }

  get skipped(): boolean {
    return this.#progress.skipped;
  }

  /** The question that was looked at last. */
  get lastQuestionId(): string | undefined {
    return this.#progress.asked.at(-1);
  }

  /** The note to be read now, and what it points at. */
  readonly note = $derived.by((): (LessonNote & MetNote) | undefined => {
    const { met, read, skipped } = this.#progress;
    const now = met[read];
    const note = now && this.#firstMatch.notes.find(({ id }) => id === now.id);
    return note && !skipped ? { ...note, ...now } : undefined;
  });

  /** Whether another note waits behind it. */
  readonly more = $derived(this.#progress.met.length > this.#progress.read + 1);

  /** The notes that were read, the newest first. */
  readonly readNotes = $derived(
    this.#progress.met
      .slice(0, this.#progress.read)
      .flatMap(({ id }) => this.#firstMatch.notes.find((note) => note.id === id) ?? [])
      .reverse(),
  );

  /** The answer that is proposed for the open question. */
  readonly proposal = $derived.by((): { decision: Decision; answer: Answer } | undefined => {
    const decision = this.#desk.required[0];
    const place = decision ? this.#progress.asked.indexOf(decision.id) : -1;
    if (!decision || place < 0 || this.skipped || this.#endedBefore(place)) return undefined;
    const prompt = promptOf(this.#firstMatch, decision.prompt.key);
    const round = this.#desk.view?.turn.round ?? 0;
    const answer = proposedAnswer(
      this.#firstMatch.proposals,
      prompt,
      this.#answerable(decision),
      round,
    );
    return answer === undefined ? undefined : { decision, answer };
  });

  /** Whether the proposed answer is about this thing. */
  proposes(target: string): boolean {
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
    const decision = this.#desk.required[0];
    const { asked, last, read, met: before } = this.#progress;
    if (!decision || !view || seat === undefined || !source.log.length) return;
    if (asked.includes(decision.id)) return;
    const frame: Frame = {
      seat,
      round: view.turn.round,
      prompt: promptOf(this.#firstMatch, decision.prompt.key),
      args: decision.prompt.args,
      options: 'options' in decision ? decision.options.map(({ key }) => key) : [],
      events: source.log
        .filter(({ id }) => id > last)
        .map(({ key, args }) => ({ key: promptOf(this.#firstMatch, key), args })),
    };
    const ids = before.map(({ id }) => id);
    const newNotes = metNotes(this.#firstMatch.notes, frame, ids);
    const unread = before.slice(read);
    const stillRelevant = newNotes.length
      ? []
      : unread.filter(({ id }) => this.#stillHolds(id, frame, ids));
    const outdated = unread.filter((note) => !stillRelevant.includes(note));
    this.#update({
      met: [...before.slice(0, read), ...outdated, ...stillRelevant, ...newNotes],
      read: read + outdated.length,
      asked: [...asked, decision.id],
      last: source.log.at(-1)?.id ?? last,
    });
  }

  /** Goes on to the next note; returns whether there was one to read. */
  next(): boolean {
    if (!this.note) return false;
    this.#update({ read: this.#progress.read + 1 });
    return true;
  }

  skip(skipped: boolean): void {
    this.#update({ skipped });
  }

  /** Whether a note is about what has happened, or its question is open still. */
  #stillHolds(id: string, frame: Frame, before: string[]): boolean {
    const note = this.#firstMatch.notes.find((note) => note.id === id);
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
    const { proposed, proposed_until: lastNote } = this.#firstMatch;
    return place >= proposed || this.#progress.met.some(({ id }) => id === lastNote);
  }

  #answerable(decision: Decision) {
    if (decision.kind !== 'choose') {
      const options = 'options' in decision ? decision.options.map(({ key }) => key) : [];
      return { ...decision, options };
    }
    const options = decision.options.map(({ key }) => key);
    return { ...decision, options, many: choiceOf(decision) === 'many' || !decision.min };
  }

  #update(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    lessonProgress.set(this.#match, JSON.stringify(this.#progress));
  }
}
