/** The games of the house. */

import type { Json, JsonObject } from './json';

export interface BotOnOffer {
  name: string;
  title: string;
  text: string;
}

/** One thing of the box, for the gallery. */
export interface Component {
  id: string;
  name: string;
  kind: string;
  text?: string;
  facts?: JsonObject;
}

export interface Game {
  id: string;
  title: string;
  players: { min: number; max: number };
}

export interface GameDetails extends Game {
  options: JsonSchema;
  bots: BotOnOffer[];
  catalogue: Component[];
  rules: number;
  how_to_play: string;
  /** Whether seats may talk in private. */
  negotiation?: boolean;
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
  properties?: Record<string, JsonSchema>;
  required?: string[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}
