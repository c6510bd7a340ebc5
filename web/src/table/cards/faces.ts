/** Cards that a game composes in its own way, by kind; all others are composed alike. */

import type { Component as View } from 'svelte';

import type { Component } from '../../lib/protocol';
import FocusCard from '../ascended_kings/FocusCard.svelte';

type Face = View<{ component: Component; size?: 'small' | 'medium' | 'large' }>;

export const FACES: Record<string, Face> = {
  focus_card: FocusCard,
  special_card: FocusCard,
};
