/** The games of this server. */

import type { components } from '../schema.gen';
import type { Json, JsonObject } from './json';

type Wire = components['schemas'];

export type BotOnOffer = Wire['BotOnOffer'];

/** One component, for the gallery. */
export interface Component extends Omit<Wire['Component'], 'facts'> {
  facts?: JsonObject;
}

export type Game = Wire['Offered'];

/** A game; `negotiation` allows private chat between seats, `shows` showing cards to each other. */
export interface GameDetails extends Omit<Wire['Game'], 'options' | 'catalogue'> {
  options: JsonSchema;
  catalogue: Component[];
}

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
