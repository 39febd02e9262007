/** As `JSON.stringify` has it on a page whose scripts give every list a `toJSON` of an older meaning (Prototype 1.6). */
export const plainJson = (value: unknown): string => JSON.stringify(value, own);

function own(this: Readonly<Record<string, unknown>>, name: string): unknown {
  return this[name];
}
