import type { Identifier, Relationship, Resource } from '../json-api.ts';
import { NOT_LOADED } from '../readings.ts';

export type Linkage = Identifier | null | readonly Identifier[];

/** A resource with every field. A request chooses which of them are returned. */
export interface StoredResource extends Identifier {
  /** Every readable attribute. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly extraFields: Readonly<Record<string, unknown>>;
  /** Every relationship. */
  readonly links: Readonly<Record<string, Linkage>>;
}

export const identifierOf = ({ type, id }: Identifier): Identifier => ({ type, id });

export const identifiersIn = (linkage: Linkage | undefined): readonly Identifier[] => {
  if (linkage === undefined || linkage === null) return [];
  return 'id' in linkage ? [linkage] : linkage;
};

/** The fields that a request chose for each type. A type that is missing has all its fields, and no extra fields. */
export interface FieldChoice {
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly extraFields: ReadonlyMap<string, ReadonlySet<string>>;
}

export const everyField: FieldChoice = { fields: new Map(), extraFields: new Map() };

/**
 * Applies sparse fieldsets. A relationship is a field: one that was not named is left out, even if its resource is included
 * (JSON:API 1.1, "Sparse Fieldsets"). Extra fields stay, because they were requested by name.
 */
export function renderResource(
  resource: StoredResource,
  loaded: ReadonlySet<string>,
  choice: FieldChoice = everyField,
): Resource {
  const fields = choice.fields.get(resource.type) ?? null;
  const extraFields = choice.extraFields.get(resource.type) ?? new Set();
  const isChosen = (name: string) => fields === null || fields.has(name);
  return {
    ...identifierOf(resource),
    attributes: {
      ...pick(resource.attributes, isChosen),
      ...pick(resource.extraFields, (name) => extraFields.has(name)),
    },
    relationships: relationshipsOf(resource, loaded, isChosen),
  };
}

function pick(
  members: Readonly<Record<string, unknown>>,
  isChosen: (name: string) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isChosen(name)));
}

function relationshipsOf(
  { links }: StoredResource,
  loaded: ReadonlySet<string>,
  isChosen: (name: string) => boolean,
): Resource['relationships'] {
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, data]): readonly (readonly [string, Relationship])[] => {
      if (!isChosen(name)) return [];
      return [[name, loaded.has(name) ? { data } : NOT_LOADED]];
    }),
  );
}
