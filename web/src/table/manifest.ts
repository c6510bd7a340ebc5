/** Game manifest: what a game provides to the page. Types only, below the table and the games. */

import type { Component } from 'svelte';

import type { Component as BoxComponent, GameEvent, Option, Outcome, View } from '../api/types';
import type { Language } from '../i18n/text';
import type { GameFacts } from '../lobby/facts';
import type { GameTexts } from '../lobby/options/labelled_options';
import type { Emblem } from '../parts/emblem';
import type { Glyphs } from './glyphs/glyphs';
import type { HandSizes } from './layout/zones';
import type { Icon } from './log/event_icons';
import type { DecisionKind, QuestionProps } from './question/question_props';
import type { Glossary } from './rules/glossary';
import type { Room } from './sound/ambience_loops';
import type { Cue } from './sound/materials';

/** Light and loaded with the page; everything heavy waits behind `board` and `box`. */
export interface GameManifest extends GameFacts {
  emblem: Emblem;
  /** What lobby and forms say of it, in the reader's language. */
  texts: () => GameTexts;
  /** Those that it is whole in: a game has all of its texts in a language or none. */
  languages: readonly Language[];
  /** A few of its components, so that the home page need not load all to show some. */
  fan?: () => Promise<{ default: BoxComponent[] }>;
  /** Loaded when its table is opened. */
  board: () => Promise<{ default: GameBoard }>;
  /** Loaded when its components are shown outside a table. */
  box: () => Promise<{ default: GameBox }>;
}

/** A card that its holder may show to others, and the seats that have seen it. */
export interface Showable {
  card: string;
  seen: number[];
}

/** How far a player is: a number for the badge, and what it counts, in words. */
export interface Standing {
  points: number;
  label: string;
  /** A second figure beside the badge, as short as "#2"; the label says it too. */
  beside?: string;
}

/** What has scored for a player, a card or another source. */
export interface Scored {
  /** A component's, or another one of the player's sources. */
  id: string;
  points: number;
  /** By default the name of the component. */
  label?: string;
  /** Where it has scored, if that is not clear. */
  where?: string;
  Picture?: Component<{ component: BoxComponent }>;
}

/** A phase of a game, in the reader's language. */
export interface Phase {
  name: string;
  /** What it is, in a sentence. */
  text: string;
  /** What may be done in it; empty where nobody decides anything. */
  options: string[];
}

/** What a game explains at its table. */
export interface GameReference {
  glossary: Glossary;
  /** By the id that the view's `turn` gives, in the order of play. */
  phases: () => Record<string, Phase>;
}

export interface WithReference {
  /** Phases, keywords and signs; loaded when a card is read or the rules are opened. */
  reference?: () => Promise<{ default: GameReference }>;
}

/** A board made for one game. Games without one are shown by the generic table. */
export interface GameBoard extends WithReference {
  Board: Component<{ view: View }>;
  /** How far a seat is, for the bar above the table. */
  standing?: (view: View, seat: number) => Standing | undefined;
  /** The points of a standing that end the match. */
  goal?: (view: View) => number;
  /** What decides where that is not the total: the points of each standing, by this name. */
  decidedBy?: () => string;
  /** What has scored for a seat by the end, the most first. */
  scored?: (view: View, seat: number, sheet: Outcome['sheet'][number] | undefined) => Scored[];
  /** What is announced over the board, if the event is a big moment. */
  moment?: (event: GameEvent, view: View) => string | undefined;
  /** What lies over the lower edge of the table, such as a hand; alone, only its cards. */
  Hand?: Component<{ view: View; alone?: boolean }>;
  /** Whether the board shows names, standings and clocks of the others itself, so that a small
   * screen need not show them twice. */
  plates?: boolean;
  /** What crowns the winner at the end. */
  Crown?: Component<{ view: View; seat: number }>;
  /** How large its cards are, and how much of them peeks. */
  hands?: HandSizes;
  /** The board as text. */
  Text?: Component<{ view: View }>;
  /** The glyphs of what it counts. */
  glyphs?: Glyphs;
  /** What the kinds of a mix are on the board: "essence" for `essence:life`. */
  mixTargetKind?: string;
  /** What the arguments of its events are on the board, where that is no card: by their names. */
  eventTargets?: Record<string, (value: string | number) => string>;
  /** Icons for events by the last part of their key, before the usual ones. */
  icons?: [RegExp, Icon][];
  /** The sounds of events, by the same part of their key, before the usual ones. */
  sounds?: [RegExp, Cue][];
  /** What is heard at its table while nothing happens. */
  room?: Room;
  /** The name of a component in a list, where there are several of that name. */
  fullName?: (component: BoxComponent) => string;
  /** The picture of a component, for answers about it. */
  picture?: (id: string) => Component<{ component: BoxComponent }> | undefined;
  /** The component that a thing of the view is, where the two have different names. */
  componentOf?: (view: View, id: string) => string | undefined;
  /** The cards that a seat may show to others. */
  showableCards?: (view: View, seat: number) => Showable[];
  /** A thing seen large; without it, its name and text. */
  Large?: Component<{ view: View; target: string }>;
  /** The game's own controls for questions, by the key of the prompt. */
  questions?: Record<string, Component<QuestionProps<DecisionKind>>>;
  /** Whether an option uses a card up, which a press on the card alone should not do; by the key of
   * the prompt. */
  usesUpCard?: (option: Option, prompt: string) => boolean;
  /** The label of an optional question while it is not open, by the same key. */
  optionalLabels?: Record<string, () => string>;
  /** The board narrates events itself, one after another. */
  narrates?: boolean;
  /** Where a thing comes from that was not visible before. */
  origin?: (view: View, id: string) => string | undefined;
}

/** A component as its game shows it, in the gallery and wherever else it lies outside a table. */
export interface FaceProps {
  component: BoxComponent;
  /** medium: among others; large: alone, with everything that can be read. */
  size?: 'medium' | 'large';
  /** Another thing of the same box. */
  findComponent?: (id: string) => BoxComponent | undefined;
}

/** What a game's page says and draws of it, in the reader's language. */
export interface GuideTexts {
  /** How many rounds a match has, beside its minutes. */
  rounds: string;
  /** What makes it as heavy as it is. */
  depth: string;
  publisher: string;
  /** What the numbers on each drawing stand at. */
  setup: string[];
  play: string[];
  /** What happens in each example. */
  examples: string[];
}

export interface GameGuide {
  texts: () => GuideTexts;
  /** Two moments of a match, drawn by its own board. */
  tables: () => Promise<{ default: { setup: View; play: View } }>;
  /** Where the numbers stand, by selectors within the board. */
  marks: Record<'setup' | 'play', string[]>;
  /** The phases of a turn in their order. */
  turn: { phase: string; Icon: Icon }[];
  /** The components of each example, by their ids. */
  examples: string[][];
}

export interface GameBox extends WithReference {
  /** Loaded when the game's page is opened. */
  guide?: () => Promise<{ default: GameGuide }>;
  Face: Component<FaceProps>;
  /** The glyphs of what it counts. */
  glyphs?: Glyphs;
  /** The labels of its kinds, in display order. */
  readonly kinds: Record<string, string>;
  /** Kinds whose faces are wider than a card. */
  wide?: readonly string[];
}
