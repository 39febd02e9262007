import type { JsonObject } from '../json.ts';
import { invalid, pointerTo, type ServiceFault } from '../json-api.ts';
import type { ResourceType } from '../resource-types/resource-types.ts';
import { UNITED_STATES } from '../resources/stored-application.ts';

/** Makes a 422 of an application, with the `meta` that the service's library seems to add (`src/server/service/README.md#what-the-readings-rest-on`). */
export const faultOf = (attribute: string, message: string, pointer: string): ServiceFault => ({
  ...invalid(attribute, message, pointer),
  meta: { attribute, message },
});

export const attributeFault = (attribute: string, message: string): ServiceFault =>
  faultOf(attribute, message, pointerTo('attributes', attribute));

/** Attributes that every application requires, so a change cannot clear them (`src/server/service/README.md#beyond-the-document`). */
export const requiredNames: readonly string[] = ['first_name', 'last_name', 'email'];

export interface AttributeDemands {
  /** Attributes that may not be blank if they are written. */
  readonly needed: readonly string[];
  /** Attributes that must be written. */
  readonly expected: readonly string[];
  /** The country after the write. */
  readonly country: unknown;
}

/** Checks each attribute by its rule, without nested members. */
export function findAttributeFaults(
  type: ResourceType,
  attributes: JsonObject,
  demands: AttributeDemands,
): readonly ServiceFault[] {
  const names = new Set([...demands.expected, ...Object.keys(attributes)]);
  return [...names].flatMap((name) => {
    const value = Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null;
    const message = isBlank(value)
      ? blankComplaint(name, demands)
      : (type.attributes.get(name)?.rule?.(value) ?? addressComplaint(name, demands.country));
    return message === null ? [] : [attributeFault(name, message)];
  });
}

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** Returns null for an optional attribute, which null or a blank text clears. */
const blankComplaint = (name: string, { needed }: AttributeDemands): string | null =>
  needed.includes(name) ? "can't be blank" : null;

/**
 * In the document `address2` is for addresses outside the United States, and `state_province` for those inside.
 */
function addressComplaint(name: string, country: unknown): string | null {
  if (name === 'address2' && country === UNITED_STATES) return "can't be written for an address in the US";
  if (name === 'state_province' && country !== UNITED_STATES)
    return 'can only be written for an address in the US';
  return null;
}
