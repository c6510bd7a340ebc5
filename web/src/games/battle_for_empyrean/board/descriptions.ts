import {
  firstPlayer,
  TOKENS,
  type Battlefield,
  type EmpyreanTable,
  type Note,
  type PlayerId,
  type Unit,
} from '../view';
import { words } from '../words';

const short = (text: string | undefined): string => text?.split(':')[0] ?? '';

/** Tokens on a unit, with their numbers. */
export function tokensOn(unit: Unit): [string, number][] {
  if (!unit.face_up) return [];
  const tokens = TOKENS.map((kind): [string, number] => [kind, unit[kind] ?? 0]).filter(
    ([, count]) => count > 0,
  );
  return unit.permanent_move ? [['permanent_move', 1], ...tokens] : tokens;
}

/** A unit as a sentence, for screen readers. */
export function describeUnit(unit: Unit, owner: string): string {
  if (!unit.face_up) {
    const hidden = words.faceDownOf(owner, unit.order);
    return [unit.name, hidden, words.zone(unit.zone)].filter(Boolean).join(', ');
  }
  return [
    unit.name,
    words.might(unit.might),
    unit.maximum !== undefined && words.max(unit.maximum),
    words.zone(unit.zone),
    unit.kind,
    ...tokensOn(unit).map(([kind, count]) =>
      count > 1 ? `${count} × ${short(words.tokens[kind])}` : short(words.tokens[kind]),
    ),
    owner,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Effects of a battlefield that are over, for all players. */
export function spentEffects({ card, claimed, reached, gone }: Battlefield): string[] {
  return [
    gone && words.gone,
    claimed && (words.claimed[card] ?? words.claimedByOne),
    reached && !claimed && words.reached,
  ].filter((line) => typeof line === 'string');
}

/** A battlefield's notes on a player, as text; notes without text are left out. */
export function describeNotes(notes: Record<string, Note> = {}): string {
  return Object.entries(notes)
    .flatMap(([mark, note]) => {
      const message = words.noted[mark] ?? [];
      return typeof message === 'function' ? message(note.kind === 'count' ? note.n : 1) : message;
    })
    .join(', ');
}

/** The label of the First Player Token. */
export function describeFirstPlayerToken(
  table: EmpyreanTable,
  name: (player: PlayerId) => string,
): string {
  const first = firstPlayer(table);
  return first === table.token ? words.firstPlayer : words.firstPlayerInstead(name(first));
}

/** A battlefield as a sentence: its state and its laws. */
export function describeField(
  field: Battlefield,
  players: PlayerId[],
  name: (player: PlayerId) => string,
): string {
  return [
    field.name,
    ...players.map((player) => words.mightHere(name(player), field.might[player] ?? 0)),
    field.leader ? words.ahead(name(field.leader)) : words.nobodyLeads,
    ...spentEffects(field),
    ...field.effects.map(({ phase, text }) => `${words.phases[phase] ?? phase}: ${text}`),
  ].join('. ');
}
