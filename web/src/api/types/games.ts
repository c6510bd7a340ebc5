/** The games of the house. */

import type { components } from '../schema.gen';
import type { Json, JsonObject } from './json';

type Wire = components['schemas'];

export type BotOnOffer = Wire['BotOnOffer'];

/** One thing of the box, for the gallery. */
export interface Component extends Omit<Wire['Component'], 'facts'> {
  facts?: JsonObject;
}

export type Game = Wire['Offered'];

/** All about a game; with `negotiation` seats may talk in private, with `shows` show one another cards. */
export interface GameDetails extends Omit<Wire['Game'], 'options' | 'catalogue'> {
  options: JsonSchema;
  catalogue: Component[];
}

/** Which components a list of ids names; nothing named leaves it open. */
export interface Picks {
  /** The kind of the components. */
  kind: string;
  /** So many different ones, … */
  count?: number;
  /** … and so many more for each seat. */
  more_by_seat?: number;
  /** Instead: one for each seat, in the order of the seats. */
  by_seat?: boolean;
  /** The option that, switched on, wants those of all seats different. */
  different?: string;
  /** No two have this fact in common. */
  apart?: string;
  /** Their order means something. */
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
