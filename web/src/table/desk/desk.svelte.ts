import { getContext, setContext, untrack } from 'svelte';

import { asProblem } from '../../api/problem';
import { confirmAnswers } from '../../browser/table_preferences';
import { isolate } from '../../i18n/isolate';
import { sayProblem } from '../../i18n/problems';
import type {
  Answer,
  Blocked,
  Component,
  Decision,
  GameEvent,
  Offer,
  OfferKind,
  SubstituteRequest,
  View,
} from '../../api/types';
import type { Ending, Position } from '../../match/state.svelte';
import type { GameBoard, Showable } from '../manifest';
import { choiceNeedsConfirmation } from './confirmation';
import { Hints } from './hints.svelte';
import { skipsNarration } from './skips_narration';
import type { Guide } from '../guide/guide.svelte';
import type { UnconfirmedAnswer, InspectedThing, OpenMenu } from './overlays';
import { choiceOf, Move } from './move.svelte';
import { Narration } from './narration.svelte';
import type { Source } from './source';
import {
  choicesInvolving,
  blockedByTarget,
  choicesByTarget,
  isGrave,
  needsSecondTarget,
  isPass,
  targetsNamed,
  type Choice,
} from './targets';

/** The same for all things without any, so nothing that reads them runs again. */
const NO_CHOICES: Choice[] = [];
const NOT_BLOCKED: Blocked[] = [];

/** Desk: the state of one player at a table: open questions, unfinished move, inspected thing. */
export class Desk {
  readonly source: Source;
  readonly components: () => Map<string, Component>;
  /** The game's own board; the generic table shows games without one. */
  readonly board: GameBoard | undefined;

  menu = $state.raw<OpenMenu>();
  /** An answer that was pressed and awaits confirmation. */
  unconfirmed = $state.raw<UnconfirmedAnswer>();
  inspected = $state.raw<InspectedThing>();
  /** Things highlighted because a log line or an event names them. */
  highlighted = $state.raw<ReadonlySet<string>>(new Set());
  /** The thing under the pointer or the focus. */
  hovered = $state<string>();
  /** Whether the last input was a key press. */
  byKeys = false;
  /** The question that was answered last at this page. */
  answered: string | undefined;
  /** The kinds of questions that a package's board has controls of its own for. */
  boardAnswers = $state.raw<readonly unknown[]>([]);
  /** Why the last answer was refused. */
  refusal = $state('');
  #turnedTo = $state<string>();
  #pickedUp = $state.raw<{ decision: string; target: string }>();
  /** Optional questions put aside on this page only, and after which event. */
  #putAsideAfter = $state.raw<ReadonlyMap<string, number>>(new Map());

  constructor(source: Source, components: () => Map<string, Component>, board?: GameBoard) {
    this.source = source;
    this.components = components;
    this.board = board;
  }

  component(id: string): Component {
    const componentId = (this.view && this.board?.componentOf?.(this.view, id)) ?? id;
    const fallback = { id: componentId, name: componentId.replaceAll('_', ' '), kind: '' };
    return this.components().get(componentId) ?? fallback;
  }

  /** The name of a component in a list of several. */
  fullName(id: string): string {
    const component = this.component(id);
    return this.board?.fullName?.(component) ?? component.name;
  }

  /** The things on the board that an event names. */
  targetsOf({ args }: GameEvent): string[] {
    return targetsNamed(args, this.board?.eventTargets);
  }

  /** What stands on the table, as far as it has been narrated; all that shows it reads it here. */
  get position(): Position | undefined {
    return this.narration.position ?? this.source.position;
  }

  get view(): View | undefined {
    return this.position?.view;
  }

  /** How the match has ended, once that has been narrated. */
  get end(): Ending | undefined {
    return this.narration.running ? undefined : this.source.end;
  }

  get seat(): number | undefined {
    const { viewer } = this.source;
    return viewer && 'seat' in viewer ? viewer.seat : undefined;
  }

  /** Whether the viewer only watches; not before the server has said so. */
  get isSpectator(): boolean {
    return this.source.viewer !== undefined && this.seat === undefined;
  }

  nameOf(seat: number): string {
    const player = this.view?.players.find((player) => player.seat === seat);
    return player ? isolate(player.name) : `${seat + 1}`;
  }

  /** The name of the built-in bot on a seat. */
  botAt(seat: number): string | undefined {
    return this.source.match?.seats.find((seatInfo) => seatInfo.seat === seat)?.bot;
  }

  // -- questions

  /** Narration of events: questions wait for it. */
  readonly narration = new Narration();
  #openQuestions = $derived.by(() =>
    this.source.decisions.filter((decision) => decision.seat === this.seat),
  );
  #answerable = $derived(
    this.narration.running
      ? []
      : this.#openQuestions.filter((decision) => !this.#isPutAside(decision)),
  );

  /** Whether a question waits until the events before it have been narrated. */
  readonly withheld = $derived(this.narration.running && this.#openQuestions.length > 0);
  /** The log as far as it has been narrated. */
  readonly log = $derived.by(() => this.narration.narrated(this.source.log));

  /** Whether nothing is narrated step by step. */
  get skipsNarration(): boolean {
    return skipsNarration(this.source, this.seat);
  }

  /** Questions that must be answered. */
  readonly required = $derived(this.#answerable.filter((decision) => !decision.optional));
  /** Optional questions. */
  readonly optional = $derived(this.#answerable.filter((decision) => decision.optional));
  /** The question in front of the player. */
  readonly active = $derived(
    this.#answerable.find((decision) => decision.id === this.#turnedTo) ?? this.required[0],
  );
  readonly #activeId = $derived(this.active?.id);
  readonly move = $derived.by(() => {
    void this.#activeId;
    return untrack(() => new Move(this.active));
  });

  readonly hints = new Hints(this);
  /** The guide of a first match, once it is loaded. */
  guide = $state.raw<Guide>();

  /** The picked-up thing, for which another one is still to be chosen. */
  readonly pickedUp = $derived(
    this.#pickedUp?.decision === this.#activeId ? this.#pickedUp?.target : undefined,
  );
  readonly #allChoices = $derived.by(() => {
    const answerable = this.#answerable.filter(
      (decision) => decision === this.active || decision.optional,
    );
    return choicesByTarget(answerable, this.board?.mixTargetKind);
  });
  readonly choices = $derived(
    this.pickedUp ? choicesInvolving(this.#allChoices, this.pickedUp) : this.#allChoices,
  );
  readonly blocked = $derived(blockedByTarget(this.active ? [this.active] : []));

  choicesAt(target: string): Choice[] {
    return this.choices.get(target) ?? NO_CHOICES;
  }

  blockedAt(target: string): Blocked[] {
    return this.blocked.get(target) ?? NOT_BLOCKED;
  }

  /** Whether the thing is part of the unfinished move. */
  isPicked(target: string): boolean {
    return this.choicesAt(target).some(
      ({ decision, option }) =>
        decision.id === this.active?.id &&
        decision.kind === 'choose' &&
        this.move.picked.includes(option.key),
    );
  }

  // -- actions

  /** Switches to another open question; without one, back to the first required question. */
  turnTo(decision: Decision | undefined): void {
    this.#turnedTo = decision?.id;
    this.#pickedUp = this.menu = undefined;
  }

  /** Puts down the picked-up thing. */
  putDown(): void {
    this.#pickedUp = undefined;
  }

  get #newestEventId(): number {
    return this.source.log.at(-1)?.id ?? -1;
  }

  #isPutAside({ id, optional }: Decision): boolean {
    return optional && this.#putAsideAfter.get(id) === this.#newestEventId;
  }

  /** Hides an optional question until something happens. Nothing is sent: that there was a
   * question must not reach other players. */
  putAside(decision: Decision): void {
    this.#putAsideAfter = new Map([...this.#putAsideAfter, [decision.id, this.#newestEventId]]);
    this.turnTo(undefined);
  }

  /** Presses a thing on the board. A touched card opens, with its actions as buttons. */
  press(target: string, rect: DOMRect, touch = false): void {
    const choices = this.choicesAt(target);
    const [only, other] = choices;
    this.inspected = this.unconfirmed = undefined;
    const opens = touch && !this.pickedUp && only?.decision.kind !== 'mix';
    if (target === this.pickedUp) this.putDown();
    else if (!only || opens) this.inspected = { target, rect, pinned: true };
    else if (this.needsSecond(target)) this.pickUp(target);
    else if (other || this.#needsMenu(only)) this.menu = { target, rect };
    else this.take(only);
  }

  /** Drops a dragged thing: onto another thing, which answers with it; or onto the table, which plays
   * it. An answer that gives something up is chosen from its menu. */
  drop(target: string, onto: string | undefined, rect: DOMRect): void {
    if (onto && this.pickedUp === target) return this.press(onto, rect);
    this.putDown();
    const choices = this.choicesAt(target).filter(({ option }) => !isGrave(option));
    const [only, other] = choices;
    if (only && !other) this.take(only);
    else if (this.choicesAt(target).length) this.menu = { target, rect };
  }

  /** Presses the open card once more: plays it if there is only one action. */
  pressAgain(): void {
    const only = this.onlyChoice(this.inspected?.target ?? '');
    if (only) this.take(only);
  }

  /** The only choice at a thing, if it gives nothing up. */
  onlyChoice(target: string): Choice | undefined {
    const [only, other] = this.choicesAt(target);
    return only && !other && !choiceNeedsConfirmation(only) ? only : undefined;
  }

  /** Whether the menu of a thing that is not open opens although it has one choice alone. */
  #needsMenu(only: Choice): boolean {
    const usesUpCard =
      confirmAnswers.value !== 'never' &&
      this.board?.usesUpCard?.(only.option, only.decision.prompt.key);
    return !!usesUpCard || choiceNeedsConfirmation(only);
  }

  /** Whether a thing is picked up first and then combined with another one. */
  needsSecond(target: string): boolean {
    const choices = this.choicesAt(target);
    return choices.length > 1 && !this.pickedUp && needsSecondTarget(target, choices);
  }

  /** Picks up a thing, for which another one is still to be chosen. */
  pickUp(target: string): void {
    const [choice] = this.choicesAt(target);
    this.inspected = undefined;
    if (choice) this.#pickedUp = { decision: choice.decision.id, target };
  }

  /** Asks for confirmation to pass, if the open question can be passed; returns whether it can.
   * An optional question is put aside instead, also one merely offered when none is open. */
  askToPass(): boolean {
    const active = this.active ?? this.optional[0];
    if (active?.optional) {
      this.putAside(active);
      return true;
    }
    if (active?.kind !== 'choose' || choiceOf(active) === 'many') return false;
    const pass = active.options.find(isPass);
    if (!pass) return false;
    this.inspected = this.menu = undefined;
    this.unconfirmed = { decision: active.id, key: pass.key };
    return true;
  }

  /** Takes a choice: answers if the move is complete, else adds it to the move. */
  take({ decision, option }: Choice): void {
    this.menu = this.inspected = undefined;
    if (decision.id !== this.active?.id) this.turnTo(decision);
    if (decision.kind === 'mix') {
      this.move.add(option.key, 1, decision.limits[option.key] ?? 0, decision.max);
    } else if (decision.kind === 'choose' && choiceOf(decision) === 'many') {
      this.move.toggle(option.key, decision.max);
    } else {
      void this.answer(decision, option.key);
    }
  }

  /** Answers a question, unless what is shown may be out of date: a second press is no answer. */
  async answer(decision: Decision, answer: Answer): Promise<void> {
    if (this.source.pending) return;
    this.menu = this.inspected = this.unconfirmed = undefined;
    this.#turnedTo = undefined;
    this.answered = decision.id;
    await this.#attempt(() => this.source.answer(decision.id, answer));
  }

  /** What Undo does now: alone, back across the moves of bots, or by asking the others. */
  readonly undoKind = $derived.by((): 'free' | 'bots' | 'ask' | undefined => {
    const { undoable, match, offers } = this.source;
    if (!undoable.decision || offers.some(({ kind }) => kind === 'undo')) return undefined;
    if (undoable.free) return 'free';
    return match?.seats.some(({ account, you }) => account && !you) ? 'ask' : 'bots';
  });

  async undo(): Promise<void> {
    const { decision } = this.source.undoable;
    if (decision && this.undoKind) await this.#attempt(() => this.source.undo(decision));
  }

  /** The cards that the viewer may show now. */
  get showable(): Showable[] {
    const { view, seat, source } = this;
    if (!source.show || !view || seat === undefined || source.end) return [];
    return (view.status === 'playing' && this.board?.showableCards?.(view, seat)) || [];
  }

  /** Shows a card to other seats; returns whether it was shown. */
  async show(card: string, to: number[]): Promise<boolean> {
    await this.#attempt(async () => this.source.show?.(card, to));
    return !this.refusal;
  }

  /** Makes an offer to the others. */
  async propose(kind: OfferKind, replaced?: SubstituteRequest): Promise<void> {
    await this.#attempt(() => this.source.offer(kind, replaced));
  }

  async respond(offer: Offer, accept: boolean): Promise<void> {
    await this.#attempt(() => this.source.respond(offer.id, accept));
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    this.refusal = '';
    try {
      await act();
    } catch (thrown) {
      this.refusal = sayProblem(asProblem(thrown));
    }
  }

  /** Cancels the unfinished move; returns whether there was one. */
  cancel(): boolean {
    if (this.unconfirmed) this.unconfirmed = undefined;
    else if (this.menu) this.menu = undefined;
    else if (this.inspected) this.inspected = undefined;
    else if (this.pickedUp) this.putDown();
    else if (this.move.begun) this.move.reset();
    else if (this.hints.requested) this.hints.close();
    else if (this.#turnedTo) this.turnTo(undefined);
    else return false;
    return true;
  }
}

const DESK = Symbol('desk');

export function setDesk(desk: Desk): Desk {
  return setContext(DESK, desk);
}

/** The same for components mounted by hand. */
export function deskContext(desk: Desk): Map<symbol, Desk> {
  return new Map([[DESK, desk]]);
}

export function useDesk(): Desk {
  return getContext<Desk>(DESK);
}
