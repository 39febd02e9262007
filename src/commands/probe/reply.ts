/** A reply of the service as it came, and how the judges look into it. */
import { idText, list, member, path, text } from '../../documents/stored-json.ts';
import { isPhoneNumber } from '../../service/phone-number.ts';

export interface Reply {
  readonly status: number;
  /** Without its parameters; empty when there is none. */
  readonly mediaType: string;
  /** undefined: no JSON. */
  readonly document: unknown;
}

/** null: not asked, or nobody answered. */
export type Answered = Reply | null;

export const isGood = (reply: Answered): reply is Reply => reply?.status === 200;

/** What stands in `data` when it is a list. */
export const dataOf = (reply: Answered): readonly unknown[] =>
  isGood(reply) ? list(member(reply.document, 'data')) : [];

export const includedOf = (reply: Answered): readonly unknown[] =>
  isGood(reply) ? list(member(reply.document, 'included')) : [];

export const idOf = (resource: unknown): string | null => idText(member(resource, 'id'));

export const idsOf = (resources: readonly unknown[]): readonly string[] =>
  resources.flatMap((resource) => idOf(resource) ?? []);

export const isOfType = (type: string) => (resource: unknown) => member(resource, 'type') === type;

export const attribute = (resource: unknown, name: string): unknown => path(resource, 'attributes', name);

/** What a to-many relationship names; null where it was not loaded. */
export function linked(resource: unknown, name: string): readonly string[] | null {
  const data = path(resource, 'relationships', name, 'data');
  return Array.isArray(data) ? idsOf(data) : null;
}

/** As much as a sentence can carry. */
export function some(names: readonly string[], most = 5): string {
  const different = [...new Set(names)];
  const rest = different.length - most;
  return different.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** As `1 question`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The status, for a sentence. */
export const answeredBy = (reply: Answered): string =>
  reply === null ? 'no answer' : `answered with ${reply.status}`;

export const notAsked = 'This was not asked, or not answered: run the probe again.';

/** A phone as the service's filter takes it (E.164); null: there is none, or it lacks its country. */
export function phoneOf(application: unknown): string | null {
  const phone = text(attribute(application, 'phone'))?.replaceAll(/[\s()./-]/g, '') ?? '';
  return isPhoneNumber(phone) ? phone : null;
}
