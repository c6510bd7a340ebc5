/** Messages: the sentences of a catalogue that have values in them, each a function of these. */

import { fill } from './templates';

export type Value = string | number;

/** "host game" as a tuple: ['host', 'game']. */
type Split<Names extends string> = Names extends `${infer First} ${infer Rest}`
  ? [First, ...Split<Rest>]
  : [Names];

/** The names in braces of a template. */
type Placeholders<Template extends string> =
  Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

/** A template that has no other placeholders than these. */
type Fitting<Names extends string, Template extends string> =
  Exclude<Placeholders<Template>, Split<Names>[number]> extends never ? Template : never;

type Values<Names> = { [Place in keyof Names]: Value };
type Counted<Names> = Names extends [unknown, ...infer Others]
  ? [count: number, ...Values<Others>]
  : never;

/** The form for a number: 0 is the first. */
export type PluralRule = (count: number) => number;

interface Parts {
  readonly names: readonly string[];
  /** The template, or one for each form of the plural. */
  readonly forms: readonly string[];
  /** Absent where nothing is counted. */
  readonly plural?: PluralRule;
}

export type Message<Given extends Value[] = never[]> = ((...values: Given) => string) & Parts;

const english: PluralRule = (count) => (count === 1 ? 0 : 1);

/** A sentence with values: `phrase('host game', '{host} invites you to {game}')`. */
export function phrase<const Names extends string, const Template extends string>(
  names: Names,
  template: Fitting<Names, Template>,
): Message<Values<Split<Names>>> {
  return message({ names: names.split(' '), forms: [template] });
}

/** A sentence that counts its first value: `plural('count', 'one move', '{count} moves')`. */
export function plural<
  const Names extends string,
  const One extends string,
  const Many extends string,
>(
  names: Names,
  singular: Fitting<Names, One>,
  many: Fitting<Names, Many>,
): Message<Counted<Split<Names>>> {
  return message({ names: names.split(' '), forms: [singular, many], plural: english });
}

export function isMessage(part: unknown): part is Message {
  return typeof part === 'function';
}

/** The same message in the forms of another language. */
export function inForms({ names, plural }: Message, forms: string[], rule: PluralRule): Message {
  return message({ names, forms, plural: plural && rule });
}

function message<Given extends Value[]>(parts: Parts): Message<Given> {
  const { names, forms, plural } = parts;
  const say = (...values: Given): string => {
    const form = forms[plural ? plural(Number(values[0])) : 0] ?? '';
    return fill(form, Object.fromEntries(names.map((name, place) => [name, values[place]])));
  };
  return Object.assign(say, parts);
}
