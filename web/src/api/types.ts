/**
 * Wire types under the names of the page. The server's documents define them (`*.gen.ts`); here they
 * are only named, and made more precise where a schema can't say it.
 */

import type { components } from './schema.gen';
import type { components as pushed } from './frames.gen';
import type { Json, JsonObject } from './json';

type Schemas = components['schemas'];
type Pushed = pushed['schemas'];

export type { Json, JsonObject };

// -- first matches and lessons

export type FirstMatch = Schemas['FirstMatch'];
export type GameGrammar = Schemas['Grammar'];
export type LessonNote = Schemas['LessonNote'];
export type NoteCondition = Schemas['NoteCondition'];
export type ProposedAnswer = Schemas['ProposedAnswer'];
export type Lesson = Schemas['Lesson'];
export type Lessons = Schemas['Lessons'];

// -- pools

export type Pool = Schemas['Pool'];
export type Pace = Pool['pace'];
export type PoolTicket = Schemas['PoolTicket'];
export type ReadyCheck = Schemas['ReadyCheck'];
export type MyPools = Schemas['MyPools'];

// -- bots of accounts

export type OnlineBot = Schemas['OnlineBot'];
export type OnlineBots = Schemas['OnlineBots'];

// -- decisions

/** A key, a list of keys, an amount, or a mix. */
export type Answer = string | number | string[] | Record<string, number>;

export type Prompt = Pushed['Prompt'];
export type Option = Pushed['Option'];
export type OptionKind = NonNullable<Option['kind']>;
export type Blocked = Pushed['Blocked'];

/** A decision of a kind with the members that this kind has. */
type DecisionOfKind<
  Kind extends Pushed['Decision']['kind'],
  Member extends keyof Pushed['Decision'],
  Default,
> = Omit<Pushed['Decision'], 'kind' | 'default' | 'options' | 'limits' | 'min' | 'max'> &
  Required<Pick<Pushed['Decision'], Member>> & { kind: Kind; default?: Default };

export type ChooseDecision = DecisionOfKind<'choose', 'options' | 'min' | 'max', string | string[]>;
export type AmountDecision = DecisionOfKind<'amount', 'min' | 'max', number>;
export type MixDecision = DecisionOfKind<'mix', 'limits' | 'min' | 'max', Record<string, number>>;
export type OrderDecision = DecisionOfKind<'order', 'options', string[]>;
export type Decision = ChooseDecision | AmountDecision | MixDecision | OrderDecision;

// -- views

export type Player = Pushed['Player'];
export type PlayerKind = Player['kind'];
export type Turn = Pushed['Turn'];
export type MatchStatus = Pushed['View']['status'];

/** The common part of every view; `table` is the game's own. */
export type View<Table extends object = JsonObject> = Omit<Pushed['View'], 'table'> & {
  table: Table;
};

export type Viewer = { seat: number } | { public: true };
/** An event of a frame, or of the log, where it has a ply and a time. */
export type GameEvent = Pushed['Event'] & Partial<Pick<Schemas['LoggedEvent'], 'ply' | 'at'>>;
export type Waiting = Pushed['Waiting'];
/** The totals of all seats when a round had ended. */
export type RoundScores = Schemas['RoundScores'];
/** What lies open and may decide the match. */
export type Threat = Pushed['Threat'];
export type Outcome = Pushed['Outcome'];
export type Score = Pushed['Score'];
export type ScoreLine = Pushed['Line'];
export type Presence = Pushed['Presence'];
export type SeatPresence = Presence['seats'][string];
export type ChatLine = Schemas['ChatLine'];
/** The key of a set phrase. */
export type Phrase = NonNullable<ChatLine['phrase']>;

export type SeatClock = Pushed['SeatClock'];
/** Remaining clock times in a frame. */
export type Clock = Pushed['Clock'];
export type ClockKind = Clock['kind'];
/** The clock settings of a match. */
export type ClockRule = Schemas['ClockRule'];
export type OnTimeout = NonNullable<Clock['on_timeout']>;

export type Offer = Pushed['Offer'];
export type FollowUp = Omit<Schemas['FollowUp'], 'answer'> & { answer: Answer };
/** An answer that a hint names, with what is expected to follow. */
export type Suggestion = Omit<Schemas['Suggestion'], 'answer' | 'follow_ups'> & {
  answer: Answer;
  follow_ups: FollowUp[];
};
export type Hint = Omit<Schemas['Hint'], 'answers'> & { answers: Suggestion[] };
/** How far an analysis is. */
export type AnalysisProgress = Pushed['AnalysisProgress'];
export type AnalysedAnswer = Omit<Schemas['AnalysedAnswer'], 'answer'> & { answer: Answer };
export type AnalysedMove = Omit<Schemas['AnalysedMove'], 'played' | 'best'> & {
  played: AnalysedAnswer[];
  best: AnalysedAnswer[];
};
export type AnalysedDraw = Schemas['AnalysedDraw'];
/** What each move cost, and how lucky each seat was. */
export type Analysis = Omit<Schemas['Analysis'], 'moves'> & { moves: AnalysedMove[] };
export type AnalysisInfo = Omit<Schemas['AnalysisInfo'], 'analysis'> & {
  analysis: Analysis | null;
};
export type OfferKind = Offer['kind'];
/** The seat a substitute takes: a bot, or with `open` any player who has the code. */
export type SubstituteRequest = { seat: number; open: boolean };
/** How long a seat passes automatically. */
export type PassUntil = NonNullable<Pushed['FullFrame']['auto_pass']>;
/** What the viewer's seat may undo; empty: nothing. */
export type Undoable = Pushed['TakingBack'];
export type Delay = Pushed['SpectatorDelay'];

export type ProblemName = Pushed['ProblemName'];
/** Why something was refused (RFC 9457). */
export type ProblemBody = Precise<Pushed['Problem']>;

// -- frames and commands

/** Members whose schema is less precise than their type. */
interface Members {
  view: View;
  viewer: Viewer;
  events: GameEvent[];
  decision: Decision;
  decisions: Decision[];
  problem: ProblemBody;
  answer: Answer;
}

/** A message with these members; what is named by a `decision` keeps its name. */
type Precise<Message> = Message extends unknown
  ? {
      [Name in keyof Message]: Name extends keyof Members
        ? string extends Message[Name]
          ? Message[Name]
          : Members[Name]
        : Message[Name];
    }
  : never;

export type HelloFrame = Precise<Pushed['HelloFrame']>;
export type FullFrame = Precise<Pushed['FullFrame']>;
export type DeltaFrame = Precise<Pushed['DeltaFrame']>;
export type AckFrame = Pushed['AckFrame'];
export type NackFrame = Precise<Pushed['NackFrame']>;
export type PresenceFrame = Pushed['PresenceFrame'];
export type ChatFrame = Pushed['ChatFrame'];
export type OfferFrame = Pushed['OfferFrame'];
export type RestartFrame = Pushed['RestartFrame'];
export type EndFrame = Pushed['EndFrame'];
export type ServerFrame = Precise<Pushed['ServerFrame']>;
/** What a client sends: a command, or without a `ref` a request. */
export type ClientFrame = Precise<Pushed['SocketCommand']>;
export type Command = Exclude<ClientFrame, { t: 'resync' | 'ping' }>;

/** A line of `/me/stream`. */
export type AccountLine = Precise<Pushed['AccountLine']>;
/** The events of `/lobby/stream`, each with its data. */
export type LobbyEvents = Pushed['LobbyEvents'];

// -- games and matches

export type BotOnOffer = Schemas['BotOnOffer'];
/** One component, for the gallery. */
export type Component = Schemas['Component'];
export type Game = Schemas['Offered'];
export type Games = Schemas['Games'];
/** What a game's package adds to the page. */
export type PageParts = Schemas['PageParts'];
export type PackagedBoard = Schemas['PackagedBoard'];
/** A game; `negotiation` allows private chat between seats, `shows` showing cards to each other. */
export type GameDetails = Omit<Schemas['Game'], 'options'> & { options: JsonSchema };

/** Which components a list of ids names; nothing named leaves it open. */
export interface Picks {
  /** The kind of the components. */
  kind: string;
  /** The number of different components, … */
  count?: number;
  /** … and how many more for each seat. */
  more_by_seat?: number;
  /** Instead: one for each seat, in the order of the seats. */
  by_seat?: boolean;
  /** The option that, if on, requires a different one for each seat. */
  different?: string;
  /** No two may share this fact. */
  apart?: string;
  /** Their order matters. */
  ordered?: boolean;
}

/** The part of JSON schema that the form for options understands. */
export interface JsonSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: Json;
  enum?: Json[];
  anyOf?: JsonSchema[];
  const?: Json;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  picks?: Picks;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

export type NewMatch = Schemas['NewMatch'];
export type SeatRequest = Schemas['SeatRequest'];
export type TermsChange = Partial<Schemas['TermsChange']>;
export type SeatChange = Schemas['SeatChange'];
export type JoinRequest = Schemas['JoinRequest'];
export type Seat = Schemas['Seat'];
/** A match; `creator` and `host` are ids of accounts, `invite` is for members only. */
export type MatchInfo = Schemas['Match'];
export type Visibility = MatchInfo['visibility'];
export type UndoPolicy = MatchInfo['undo'];
export type SpectatorPolicy = MatchInfo['spectators'];
/** What happens to a seat whose player resigns. */
export type ResignPolicy = MatchInfo['resign'];

export interface Page<Item> {
  items: Item[];
  next?: string;
}

// -- accounts

export type Account = Schemas['Account'];
export type AccountKind = Account['kind'];
export type NewAccount = Schemas['NewAccount'];
export type Changes = Schemas['Changes'];
export type NewAccountByProvider = Schemas['NewAccountByProvider'];
export type SignedIn = Schemas['SignedIn'];
export type SignInMethods = Schemas['SignInMethods'];
export type SignInIdentity = Schemas['SignInIdentity'];
export type ProviderAddress = Schemas['ProviderAddress'];
export type Me = Schemas['Me'];
export type Instance = Schemas['Instance'];
export type InstancePage = Schemas['InstancePage'];
/** A page that the host may write. */
export type SitePageName = 'rules' | 'terms' | 'privacy' | 'imprint';
export type DataExport = Schemas['DataExport'];
export type Deletion = Schemas['Deletion'];
export type NewToken = Schemas['NewToken'];
export type Session = Schemas['Session'];
export type Token = Schemas['Token'];
export type Scope = NewToken['scopes'][number];
/** The secret is shown only once. */
export type MadeToken = Schemas['MadeToken'];
export type NewWebhook = Schemas['NewWebhook'];
export type Webhook = Schemas['Webhook'];
export type WebhookFormat = Webhook['format'];
/** The account's webhooks, and the events of which one may be notified. */
export type Webhooks = Schemas['Webhooks'];
export type WebhookEvent = Webhook['events'][number];
/** The key signs deliveries; it is shown only once. */
export type MadeWebhook = Schemas['MadeWebhook'];
/** The server's key for push messages, and how many browsers have subscribed. */
export type Push = Schemas['Push'];
export type PushSwitch = Schemas['PushSwitch'];
export type NewPushSubscription = Schemas['NewPushSubscription'];
/** What others may do to the account. */
export type Privacy = Me['privacy'];
export type Audience = Privacy['ask'];
export type Friends = Schemas['Friends'];
export type Friend = Schemas['Friend'];
export type FriendRequest = Schemas['FriendRequest'];
export type Friendship = Schemas['Friendship'];
export type DirectMessage = Schemas['DirectMessage'];
export type FriendLink = Schemas['FriendLink'];
export type RelationKind = 'block' | 'mute';
/** A blocked or muted account. */
export type Relation = Schemas['Related'];
export type NewReport = Schemas['NewReport'];
/** Default auto-pass of the account's seats, from the start of each match. */
export type AutoPass = PassUntil;
/** Rating in a game with this number of players. */
export type Rating = Schemas['Rating'];
/** Matches and wins in a game, rated or not. */
export type Result = Schemas['Result'];
/** Rank on the leaderboard. */
export type Standing = Schemas['Standing'];
export type Standings = Schemas['Leaderboard'];
/** Whom a leaderboard ranks, if not both. */
export type RankedKind = 'person' | 'bot';
/** Public profile. */
export type Profile = Schemas['Profile'];

// -- administration

export type StaffRole = NonNullable<Me['role']>;
/** A warning of the staff that the account has not acknowledged. */
export type AccountWarning = Schemas['AccountWarning'];
export type StaffAccount = Schemas['StaffAccount'];
export type StaffReports = Schemas['StaffReports'];
export type QueuedReport = Schemas['QueuedReport'];
/** A report with its verdict, if there is one. */
export type PastReport = Schemas['PastReport'];
export type ReportDetails = Schemas['ReportDetails'];
export type PersonFile = Schemas['PersonFile'];
/** A line of the audit log. */
export type Act = Schemas['Act'];
export type StaffMatch = Schemas['StaffMatch'];
export type Adjudication = Schemas['Adjudication'];
export type Invitation = Schemas['Invitation'];
export type NewInvitation = Partial<Schemas['NewInvitation']>;
export type MadeInvitation = Schemas['MadeInvitation'];
export type SettingLine = Schemas['SettingLine'];
export type ServerHealth = Schemas['ServerHealth'];
