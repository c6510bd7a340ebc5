/** Templates: sentences with placeholders, in the syntax of `docs/adding-a-language.md`. */

export interface Placeholder {
  name: string;
  /** How its value is rendered: "player" in "{seat:player}"; empty for the value itself. */
  spec: string;
}

export type Values = Record<string, unknown>;

const PLACEHOLDER = /\{(\w+)(?::([^}]*))?\}/g;
const OPTIONAL_PART = /\[([^\]]*)\]/g;

export function placeholdersIn(template: string): Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '', spec = '']) => ({ name, spec }));
}

/** A template with its values. What is given is never read as a placeholder. */
export function fill(
  template: string,
  values: Values,
  render: (value: unknown, spec: string) => string = String,
): string {
  return template
    .replace(OPTIONAL_PART, (_, part: string) =>
      placeholdersIn(part).some(({ name }) => isAbsent(values[name])) ? '' : part,
    )
    .replace(PLACEHOLDER, (_, name: string, spec = '') => render(values[name], spec as string));
}

function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && !Object.keys(value).length;
}
