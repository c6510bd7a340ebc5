import { describeTimeout, describeClock, describeQuietHours } from './clocks';
import type { GameDetails, Json, MatchInfo } from '../../api/types';
import { labelledOptions, type GameTexts } from './labelled_options';
import type { OptionField } from './schema';
import { humanize } from '../../i18n/humanize';
import { laterText } from '../../i18n/later_text';
import { text } from '../../i18n/text';

/** The options of a match that differ from the defaults, as label and value. */
export function optionsSummary(
  match: MatchInfo,
  game: GameDetails,
  texts: GameTexts | undefined,
): [string, string][] {
  return labelledOptions(game.options, texts).flatMap((field): [string, string][] => {
    const value = match.options[field.name];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(field.default)) return [];
    return [[field.title, describeValue(value, (item) => labelOf(field, item, game))]];
  });
}

function labelOf(field: OptionField, value: string, { catalogue }: GameDetails): string {
  const label =
    field.kind === 'pick'
      ? catalogue.find(({ id }) => id === value)?.name
      : 'values' in field && field.values?.find((candidate) => candidate.value === value)?.label;
  return label || humanize(value);
}

/** The same for the settings common to all games. */
export function matchSummary(match: MatchInfo): [string, string][] {
  const say = laterText().create;
  const rows: [string, string | undefined][] = [
    [text().clock.title, describeClock(match.clock)],
    [text().clock.atZero, describeTimeout(match.clock)],
    [text().clock.quietHours, describeQuietHours(match.clock)],
    [say.visibility, { public: say.public, private: say.private }[match.visibility]],
    [say.undo, undoOf(match)],
    [say.spectators, spectatorsOf(match)],
    [say.resign, match.resign && { bot: say.resignBot, forfeit: say.resignForfeit }[match.resign]],
    [say.rated, ratedOf(match)],
    [say.deal, match.origin?.deal && say.dealKnown],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

function ratedOf(match: MatchInfo): string | undefined {
  const say = laterText().create;
  if (match.rated === undefined) return undefined;
  return unratedReason(match) ?? (match.rated ? say.ratedYes : say.ratedNo);
}

/** Why a match meant to be rated is not. */
export function unratedReason({ unrated }: MatchInfo): string | undefined {
  return unrated && laterText().create.unrated[unrated];
}

function undoOf({ undo, seats }: MatchInfo): string {
  const say = laterText().create;
  const alone = seats.filter(({ bot }) => !bot).length < 2;
  return { free: say.undoFree, ask: alone ? say.undoBots : say.undoAsk, off: say.undoOff }[undo];
}

function spectatorsOf({ spectators, spectator_delay: delay }: MatchInfo): string {
  const say = laterText().create;
  if (delay) {
    const { plies, minutes } = delay;
    return minutes ? say.delayedBoth(plies, minutes) : say.delayed(plies);
  }
  const kinds = {
    live: say.spectatorsLive,
    delayed: say.spectatorsDelayed,
    none: say.spectatorsNone,
  };
  return kinds[spectators];
}

function describeValue(value: Json, say: (item: string) => string): string {
  if (typeof value === 'boolean') return value ? laterText().create.yes : laterText().create.no;
  if (Array.isArray(value)) return value.map((item) => say(String(item))).join(', ');
  return typeof value === 'string' ? say(value) : String(value);
}
