/** Defines a type of resource: one table drives reading, writing, sparse fields, extra fields and include. */

/** As the document marks it: RO, RW, WO. */
export type Access = 'read-only' | 'read-write' | 'write-only';

/** The message after the attribute's name; null when the value may be written. */
export type AttributeRule = (value: unknown) => string | null;

export interface AttributeType {
  readonly access: Access;
  /** null: the sandbox does not write this type, or its rule is elsewhere. */
  readonly rule: AttributeRule | null;
}

export interface RelationshipType {
  readonly name: string;
  readonly cardinality: 'to-one' | 'to-many';
  /** More than one: polymorphic. */
  readonly types: readonly string[];
}

export interface ResourceType {
  readonly type: string;
  readonly attributes: ReadonlyMap<string, AttributeType>;
  /** Returned only when `extra_fields[TYPE]` asks for them. */
  readonly extraFields: readonly string[];
  readonly relationships: readonly RelationshipType[];
}

type Rows = readonly (readonly [string, AttributeType])[];

const rowsOf = (access: Access, names: string, rule: AttributeRule | null): Rows =>
  names.split(' ').map((name) => [name, { access, rule }]);

export const readOnly = (names: string): Rows => rowsOf('read-only', names, null);

export const readWrite = (names: string, rule: AttributeRule | null = null): Rows =>
  rowsOf('read-write', names, rule);

export const writeOnly = (names: string, rule: AttributeRule | null = null): Rows =>
  rowsOf('write-only', names, rule);

export const toOne = (name: string, ...types: readonly string[]): RelationshipType => ({
  name,
  cardinality: 'to-one',
  types,
});

export const toMany = (name: string, ...types: readonly string[]): RelationshipType => ({
  name,
  cardinality: 'to-many',
  types,
});

/** In the order of the table. */
export const attributeNames = (
  { attributes }: ResourceType,
  ...accesses: readonly Access[]
): readonly string[] =>
  [...attributes].flatMap(([name, { access }]) => (accesses.includes(access) ? [name] : []));

/** What a read returns by default. */
export const readableNames = (type: ResourceType): readonly string[] =>
  attributeNames(type, 'read-only', 'read-write');
