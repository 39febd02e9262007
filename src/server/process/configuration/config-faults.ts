/** Describes what is wrong in `APPLY_CONFIG`: where, what is accepted there, and the value unless it may be secret. */
import type * as z from 'zod';
import { documentTypes } from '../../files/types.ts';
import { defaultCaps } from '../../forms/caps.ts';
import { MOST_BYTES_A_SUBJECT } from '../../forms/limits.ts';
import { applicationEnds } from '../../http/options.ts';
import { readBackOptions, withoutReadBackOptions } from '../../ledger/read-back-ways.ts';
import { postingWays } from '../../service/queries.ts';
import { formMembers, formPartWords, formWords } from './form-schema.ts';
import type { Member } from './tenant-schema.ts';
import { webhookPartWords, webhookWords } from './webhook-schema.ts';
import { reasonsOf } from './wrong-values.ts';

const oneOf = (names: readonly string[]): string => `one of ${names.join(', ')}`;

const words: Readonly<Record<keyof Member, string>> = {
  serviceUrl: 'an http or https address without user, query or fragment',
  serviceKey: 'the key that the service gave you, without spaces',
  adminKey: 'a key without spaces',
  origins: 'a list of origins as https://careers.example.com',
  publicJobs: '"all", or a list of ids of jobs',
  fallbackUrl: 'an http or https address, in which {job} stands for the id of the job',
  dateOrder: 'one of dmy, mdy',
  unanswered: 'one of hidden, negated',
  questionsBy: 'one of job, posting, all',
  questionFilter: 'one of eq, plain',
  readPosting: oneOf(postingWays),
  documentBytes: `a whole number of bytes from 1 to ${MOST_BYTES_A_SUBJECT}`,
  documentTypes: `a list of one or more of ${documentTypes.join(', ')}`,
  readBack: oneOf(readBackOptions),
  withoutReadBack: oneOf(withoutReadBackOptions),
  tag: 'a tag of 1 to 255 characters, and the context of its category: rejection, or custom_ and the name of the category in lower case, with _ for each space',
  closedWhen: `a list of none or some, each once, of ${applicationEnds.join(', ')}`,
  caps: `whole numbers from 1, any of ${Object.keys(defaultCaps).join(', ')}`,
  webhook: webhookWords,
  ...formWords,
};
const takes: ReadonlyMap<string, string> = new Map(Object.entries(words));

const SHAPE = '{"tenants": {"default": {…}}} is wanted';
const TENANT_NAME = 'the name of a tenant is 1 to 40 letters, digits, _ and -';
const TENANT_LIST = 'one or more tenants are wanted, each by its name: {"default": {…}}';
const JOB_MEMBERS = `a job takes ${formMembers.join(', ')}, webhook`;
const MEMBERS = `a tenant takes ${[...takes.keys()].join(', ')}`;

/** Each once, and with its reason where one rule of several gives one. */
export function describeFaults(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const all = [...new Set(issues.flatMap(describeIssue))];
  return all.filter((one) => !all.some((other) => other.startsWith(`${one.slice(0, -1)};`)));
}

function describeIssue({ path, ...issue }: z.core.$ZodIssue): readonly string[] {
  const place = path.map(String);
  if (issue.code !== 'unrecognized_keys') {
    const isTold = place.length > 2 && issue.code !== 'invalid_key';
    const reasons = isTold ? reasonsOf({ path, ...issue }, isSecret(place)) : [];
    const told = isSecret(place) ? reasons.map(withoutValue) : reasons;
    return [describePlace(place, [wordsFor(place, issue.code), ...new Set(told)].join('; '))];
  }
  return issue.keys.map((key) => describePlace([...place, key], wordsForUnknown(place)));
}

/** `serviceKey`, `adminKey`, and of a webhook or a verifier all. */
const isSecret = (place: readonly string[]): boolean =>
  place.some((name) => /key$|secret|webhook|challenge/i.test(name));

const withoutValue = (reason: string): string => reason.replace(/^"(?:[^"\\]|\\.)*" /, 'it ');

const describePlace = (place: readonly string[], words: string): string =>
  `APPLY_CONFIG is not right at ${place.length === 0 ? 'its top' : place.join('.')}: ${words}.`;

function wordsForUnknown([tenants, , member, ...below]: readonly string[]): string {
  if (tenants === undefined) return `unknown; ${SHAPE}`;
  if (member === undefined) return `unknown; ${MEMBERS}`;
  return member === 'jobs' && below.length < 2
    ? `unknown; ${JOB_MEMBERS}`
    : wordsForMember([member, ...below]);
}

function wordsFor([tenants, name, ...member]: readonly string[], code: string): string {
  if (tenants === undefined) return SHAPE;
  if (name === undefined) return TENANT_LIST;
  if (member.length === 0) return code === 'invalid_key' ? TENANT_NAME : MEMBERS;
  return wordsForMember(member);
}

function wordsForMember([member = '', ...below]: readonly string[]): string {
  if (member === 'jobs' && below.length > 1) return wordsForMember(below.slice(1));
  const part = below.find((name) => !/^\d+$/.test(name));
  const name = `${member}.${part}`;
  return formPartWords.get(name) ?? webhookPartWords.get(name) ?? takes.get(member) ?? MEMBERS;
}
