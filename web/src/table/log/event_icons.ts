/** An icon for each kind of event, by the last part of its key. */

import type { Component } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

import Claimed from '~icons/lucide/flag';
import Collected from '~icons/lucide/sunrise';
import Destroyed from '~icons/lucide/flame';
import Discarded from '~icons/lucide/archive';
import Drawn from '~icons/lucide/layers';
import Gained from '~icons/lucide/plus';
import Happened from '~icons/lucide/dot';
import Looked from '~icons/lucide/eye';
import Lost from '~icons/lucide/heart-crack';
import Passed from '~icons/lucide/moon';
import Placed from '~icons/lucide/arrow-down-to-line';
import Protected from '~icons/lucide/shield';
import Paid from '~icons/lucide/minus';
import Round from '~icons/lucide/sun';
import Straightened from '~icons/lucide/rotate-ccw';
import Turned from '~icons/lucide/rotate-cw';
import Swapped from '~icons/lucide/arrow-right-left';
import TakenBack from '~icons/lucide/undo-2';
import Used from '~icons/lucide/sparkles';
import Won from '~icons/lucide/trophy';

export type Icon = Component<SvelteHTMLElements['svg']>;

const ICONS: [RegExp, Icon][] = [
  [/undo|undone/, TakenBack],
  [/^not?_/, Happened],
  [/moved|shift|return|reborn|reclaim|released/, Swapped],
  [/win|won|victory|over|shown/, Won],
  [/plac|deploy/, Placed],
  [/claim/, Claimed],
  [/destroy/, Destroyed],
  [/discard|banish/, Discarded],
  [/ignor|react|protect/, Protected],
  [/straighten/, Straightened],
  [/^turned/, Turned],
  [/los[st]|suffer/, Lost],
  [/paid|pays|removed/, Paid],
  [/pass/, Passed],
  [/collect|took$|takes?$|taken|kept|drafted/, Collected],
  [/draw|drew|dealt|deal/, Drawn],
  [/look|reveal|reorder|showed/, Looked],
  [/swap|exchange|shuffle/, Swapped],
  [/^turn$|round|start|laid_out|goes_first|refill/, Round],
  [/gain|put|receive|points/, Gained],
  [/use|play/, Used],
];

/** The icon of an event; those of the game come first. */
export function eventIcon(key: string, gameIcons: [RegExp, Icon][] = []): Icon {
  const last = key.slice(key.lastIndexOf('.') + 1);
  return [...gameIcons, ...ICONS].find(([pattern]) => pattern.test(last))?.[1] ?? Happened;
}
