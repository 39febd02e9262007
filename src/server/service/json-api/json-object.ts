/** What the rules read of unchecked JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON:API 1.1, "@-Members": wherever one stands, it is as if it did not. */
export const namesOf = (object: JsonObject): readonly string[] =>
  Object.keys(object).filter((name) => !name.startsWith('@'));

export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** "objects defined by this specification MUST NOT contain any additional members". */
export function strangers(object: JsonObject, allowed: readonly string[], place: string): readonly string[] {
  return namesOf(object)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${place}: ${name} is no member of JSON:API here`);
}

export function metaFaults(object: JsonObject, place: string): readonly string[] {
  return 'meta' in object && !isObject(object['meta']) ? [`${place}/meta: is no object`] : [];
}
