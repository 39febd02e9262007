/** For tests: the types that the document gives attributes, judged from its words alone. */
export const kinds = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  'date-time': (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.+Z$/.test(value),
  date: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  texts: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  objects: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(kinds.object),
} as const;

export type Kind = keyof typeof kinds;

/** The kind of each attribute: of those in `texts` a string. The compiler names none that does not exist. */
export function kindsOf<Name extends string>(
  texts: readonly Name[],
  others: Readonly<Partial<Record<Name, Kind>>>,
): ReadonlyMap<Name, Kind> {
  const named = Object.entries<Kind | undefined>(others) as [Name, Kind][];
  return new Map([...texts.map((name) => [name, 'string'] as const), ...named]);
}

/** The members of a table that names each once. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(table) as Name[];
