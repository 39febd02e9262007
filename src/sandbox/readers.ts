/**
 * Building blocks for the readers of control request bodies: each returns the value, or undefined when it is invalid.
 */
import { isObject } from './json.ts';

export type Read<Value> = (value: unknown) => Value | undefined;

export const readBoolean: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const readTexts: Read<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/** Both ends included. */
export const readWhole =
  (least: number, most: number): Read<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : undefined;

export const readOneOf =
  <Value>(...values: readonly Value[]): Read<Value> =>
  (value) =>
    values.find((one) => one === value);

/** Fails as a whole if one item is invalid. */
export const readListOf =
  <Value>(read: Read<Value>): Read<readonly Value[]> =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.flatMap((item: unknown) => read(item) ?? []);
    return items.length === value.length ? items : undefined;
  };

/** A missing value becomes `fallback`. */
export const readOptional =
  <Value>(read: Read<Value>, fallback: Value): Read<Value> =>
  (value) =>
    value === undefined || value === fallback ? fallback : read(value);

/** A path of the service or a prefix of one. */
export const readPath: Read<string> = (value) =>
  typeof value === 'string' && value.startsWith('/') ? value : undefined;

/** An object with exactly these members. */
export const hasOnly = (value: unknown, names: readonly string[]): boolean =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name));

export const readText: Read<string> = (value) => (typeof value === 'string' ? value : undefined);

/** JSON has no undefined, so a missing value is null. */
export const readNullable =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (value) =>
    value === null ? null : read(value);

/** An object with arbitrary keys whose values one reader accepts. */
export const readRecordOf = <Value>(read: Read<Value>): Read<Readonly<Record<string, Value>>> => {
  const fits = (value: unknown): value is Readonly<Record<string, Value>> =>
    isObject(value) && Object.values(value).every((member) => read(member) !== undefined);
  return (value) => (fits(value) ? value : undefined);
};

/** An object with these members; other members are kept. The readers must not change what they read. */
export const readObject = <Value extends object>(
  members: {
    readonly [Name in keyof Value]-?: Read<Value[Name]>;
  },
): Read<Value> => {
  const readers = Object.entries<Read<unknown>>(members);
  const fits = (value: unknown): value is Value =>
    isObject(value) && readers.every(([name, read]) => read(value[name]) !== undefined);
  return (value) => (fits(value) ? value : undefined);
};
