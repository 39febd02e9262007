/** For tests: the types of attributes as the document describes them. */
export const kinds = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  'date-time': (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.+Z$/.test(value),
  date: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  texts: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string'),
  objects: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(kinds.object),
} as const;

export type Kind = keyof typeof kinds;

/** Returns the kind of each attribute; those in `texts` are strings. */
export function kindsOf<Name extends string>(
  texts: readonly Name[],
  others: Readonly<Partial<Record<Name, Kind>>>,
): ReadonlyMap<Name, Kind> {
  const named = Object.entries<Kind | undefined>(others) as [Name, Kind][];
  return new Map([...texts.map((name) => [name, 'string'] as const), ...named]);
}

/** The names of a table's members. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(table) as Name[];
