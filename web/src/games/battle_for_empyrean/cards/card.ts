/** Cards, battlefields and decks, read from the catalogue's plain JSON. */

import type { Component, Json } from '../../../api/types';

export interface CardFacts {
  deck: string;
  type: string;
  ability: string;
  cost: number;
  might: number;
  copies: number;
  maximum?: number;
  permanentMove: boolean;
  /** The phases in which it acts. */
  phases: string[];
  /** Explanations of the bracketed words in its text. */
  words: [string, string][];
}

export function cardFacts({ facts = {} }: Component): CardFacts {
  return {
    deck: word(facts.deck),
    type: word(facts.type),
    ability: word(facts.ability),
    cost: number(facts.cost),
    might: number(facts.might),
    copies: number(facts.copies),
    ...(typeof facts.max_might === 'number' && { maximum: facts.max_might }),
    permanentMove: facts.permanent_move === true,
    phases: Array.isArray(facts.phases) ? facts.phases.map(word).filter(Boolean) : [],
    words: explained(facts.words),
  };
}

export interface DeckFacts {
  complexity: string;
  /** Copies by card. */
  cards: Record<string, number>;
  keywords: [string, string][];
}

export function deckFacts({ facts = {} }: Component): DeckFacts {
  return {
    complexity: word(facts.complexity),
    cards: counts(facts.cards),
    keywords: explained(facts.keywords),
  };
}

/** An effect of a battlefield: the phase of its icon, and its text. */
export interface Effect {
  phase: string;
  text: string;
}

/** The two effects of a battlefield. */
export function effectsOf({ facts = {}, text = '' }: Component): Effect[] {
  const effects = Array.isArray(facts.effects) ? facts.effects.map(record) : [];
  return effects.length
    ? effects.map(({ phase, text }) => ({ phase: word(phase), text: word(text) }))
    : [{ phase: 'all', text }];
}

/** How many cards of each Essence cost a mash-up deck holds, from the cheapest up. */
export function templateOf({ facts = {} }: Component): [number, number][] {
  return Object.entries(counts(facts.costs)).map(([name, count]) => [
    Number(name.replace('cost_', '')),
    count,
  ]);
}

function record(raw?: Json): Record<string, Json> {
  return raw && typeof raw === 'object' && !Array.isArray(raw) ? raw : {};
}

/** Words with their explanations. */
function explained(raw: Json | undefined): [string, string][] {
  return Object.entries(record(raw)).map(([name, text]) => [name, word(text)]);
}

function counts(raw: Json | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(record(raw)).map(([id, value]) => [id, number(value)]));
}

function word(raw: Json | undefined): string {
  return typeof raw === 'string' ? raw : '';
}

function number(raw: Json | undefined): number {
  return typeof raw === 'number' ? raw : 0;
}
