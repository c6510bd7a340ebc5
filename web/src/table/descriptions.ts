/** Sentences of the table that are chosen or made up of others, the same way in every language. */

import type { Delay, Offer } from '../api/types';
import { formatList } from '../i18n/format_list';
import { words } from './words';

/** How many of several things to choose. */
export function describeChoiceCount(least: number, most: number): string {
  if (least === most) return words.choose(least);
  return least === 0 ? words.chooseUpTo(most) : words.chooseFromTo(least, most);
}

/** How far a spectator is behind. */
export function describeDelay({ plies, minutes }: Delay): string {
  const parts = [
    ...(plies ? [words.behindMoves(plies)] : []),
    ...(minutes ? [words.behindMinutes(minutes)] : []),
  ];
  return parts.length ? words.watchingLater(formatList(parts)) : words.watchingSomeLater;
}

/** What an offer is about; `whom` is the player of the seat that it names. */
export function describeOffer({ kind }: Offer, whom: string | undefined): string {
  return kind === 'substitute' && whom ? words.wishFor(whom) : words.wishes[kind];
}

/** What became of an offer. */
export function describeOfferOutcome(offer: Offer, who: string, whom: string | undefined): string {
  const outcome = words.outcomes[offer.status ?? ''] ?? '';
  return words.offerBecame(outcome, who, describeOffer(offer, whom));
}

/** Why a match ended before its end; `who` are the players who gave up or ran out of time. */
export function describeEndReason(reason: string, who: string[]): string {
  if (who.length && (reason === 'resigned' || reason === 'forfeit')) {
    return words.endedBy[reason](who.length, formatList(who));
  }
  return words.ended[reason] ?? reason.replaceAll('_', ' ');
}
