/** Every reply that the probe reads, and functions with which the readings examine them. */
import { idText, list, member, path, text } from '../../core/jsonapi/stored-json.ts';

/** As it came. */
export interface Reply {
  readonly status: number;
  /** Without its parameters; empty when there is none. */
  readonly mediaType: string;
  /** undefined: no JSON. */
  readonly document: unknown;
}

/** null: not requested, or no reply came. */
export type Answered = Reply | null;

/** What the probe was told, or finds by itself in the first pages. */
export interface Wanted {
  readonly application: string | null;
  readonly job: string | null;
}

export interface Sample extends Wanted {
  readonly posting: string | null;
  /** In E.164. */
  readonly phone: string | null;
}

export interface FilterReplies {
  readonly eq: Answered;
  readonly plain: Answered;
  /** The same of an id that does not exist. */
  readonly eqOfNothing: Answered;
  readonly plainOfNothing: Answered;
  /** Of the sample's posting. */
  readonly posting: Answered;
}

export interface PostingReplies {
  /** One posting with its job. */
  readonly posting: Answered;
  /** Jobs with their postings; asked only where that does not tell. */
  readonly postingList: Answered;
}

export interface Replies extends PostingReplies {
  /** The documented list with its follow-ups. */
  readonly questions: Answered;
  /** The documented list of applications, newest first, with answers. */
  readonly applications: Answered;
  readonly sample: Sample;
  readonly single: Answered;
  readonly answersQuestion: Answered;
  /** Asked only where `answers.question` does not work. */
  readonly answers: Answered;
  readonly byPhone: Answered;
  readonly job: Answered;
  readonly filters: FilterReplies;
  /** `conditional_questions.conditional_questions` of the job. */
  readonly deeper: Answered;
  readonly secondQuestion: Answered;
  readonly total: Answered;
  readonly secondApplication: Answered;
  readonly sparse: Answered;
  /** The same list by language; `canonical`: as it is without one. */
  readonly languages: ReadonlyMap<string, Answered>;
  readonly canonical: Answered;
  readonly wrongLanguage: Answered;
  readonly stranger: Answered;
  readonly missing: Answered;
  readonly dates: Answered;
  readonly section: Answered;
  readonly banked: Answered;
  readonly nested: Answered;
  readonly jobSeeker: Answered;
  /** Every path below an application at once, with the extra fields of answers and candidates. */
  readonly further: Answered;
}

export const isGood = (reply: Answered): reply is Reply => reply?.status === 200;

/** The content of `data` when it is one resource. */
export const singleOf = (reply: Answered): unknown =>
  isGood(reply) ? member(reply.document, 'data') : undefined;

/** The content of `data` when it is a list. */
export const dataOf = (reply: Answered): readonly unknown[] => list(singleOf(reply));

export const includedOf = (reply: Answered): readonly unknown[] =>
  isGood(reply) ? list(member(reply.document, 'included')) : [];

export const idOf = (resource: unknown): string | null => idText(member(resource, 'id'));

export const idsOf = (resources: readonly unknown[]): readonly string[] =>
  resources.flatMap((resource) => idOf(resource) ?? []);

export const isOfType = (type: string) => (resource: unknown) => member(resource, 'type') === type;

export const attribute = (resource: unknown, name: string): unknown => path(resource, 'attributes', name);

export const textOf = (resource: unknown, name: string): string | null => text(attribute(resource, name));

/** What a to-many relationship names; null where it was not loaded. */
export function linked(resource: unknown, name: string): readonly string[] | null {
  const data = path(resource, 'relationships', name, 'data');
  return Array.isArray(data) ? idsOf(data) : null;
}

export const loadsAnswers = (reply: Answered): boolean => linked(singleOf(reply), 'answers') !== null;

/** Shortened to fit into a sentence. */
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
