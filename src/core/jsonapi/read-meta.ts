/**
 * Reads `meta` of the proxy's question document (`src/server/http/README.md#get-apiv1questions`): what a form knows
 * beside its questions. Anything missing or odd reads as its quiet default; nothing throws.
 */
import { type Reference, type Revision, reference, revision } from '../model/ids.ts';
import { defaultSemantics, type Semantics } from '../model/question.ts';
import { amount, oneOf, words, wordsList } from './read-members.ts';
import { member, path } from './stored-json.ts';

const formStates = ['open', 'sent', 'closed'] as const;

export interface FormMeta {
  /** null in a document that did not come from the proxy: it can be shown, not sent. */
  readonly revision: Revision | null;
  readonly semantics: Semantics;
  /** `sent`: the application already holds answers to these questions. */
  readonly state: (typeof formStates)[number];
  /** An unfinished or finished submission of ours, to be followed. */
  readonly submission: Reference | null;
  /** Title of the job. */
  readonly title: string | null;
  /** Where an applicant can apply otherwise: an `http:` or `https:` address. */
  readonly fallback: string | null;
  readonly limits: FileLimits;
  /** base64url of 256 bits, under which the browser may keep a draft; null: it may keep none. */
  readonly draftKey: string | null;
  /** Of secrets that were in use before: what they sealed can still be read. */
  readonly olderDraftKeys: readonly string[];
  /** Seconds until the token expires. */
  readonly expiresIn: number | null;
  /** Under which name the proxy counts how forms end; null: it does not, and wants to hear nothing. */
  readonly beacons: string | null;
  /** What an applicant should know before anything else, in the language that was asked for. */
  readonly notice: string | null;
}

export interface FileLimits {
  /** Of one file; null: not told. */
  readonly bytes: number | null;
  /** Media types (`application/pdf`, `image/*`) or endings (`.pdf`); all when empty. */
  readonly types: readonly string[];
}

export function readFormMeta(document: unknown): FormMeta {
  const meta = member(document, 'meta');
  return {
    revision: revision(words(member(meta, 'revision'))),
    semantics: readSemantics(member(meta, 'semantics')),
    state: oneOf(formStates, member(meta, 'state')) ?? 'open',
    submission: reference(words(member(meta, 'submission'))),
    title: words(member(meta, 'title')),
    fallback: readFallback(document),
    limits: readLimits(member(meta, 'limits')),
    draftKey: words(member(meta, 'draftKey')),
    olderDraftKeys: wordsList(member(meta, 'olderDraftKeys')),
    expiresIn: amount(member(meta, 'expiresIn')),
    beacons: words(member(meta, 'beacons')),
    notice: words(member(meta, 'notice')),
  };
}

function readSemantics(json: unknown): Semantics {
  return {
    dateOrder: oneOf(['dmy', 'mdy'], member(json, 'dateOrder')) ?? defaultSemantics.dateOrder,
    unanswered: oneOf(['hidden', 'negated'], member(json, 'unanswered')) ?? defaultSemantics.unanswered,
  };
}

function readLimits(json: unknown): FileLimits {
  return { bytes: amount(member(json, 'bytes')), types: wordsList(member(json, 'types')) };
}

/** Only web addresses: a `javascript:` address in a link would run on the host's page. */
export function readFallback(document: unknown): string | null {
  const address = words(path(document, 'meta', 'fallback'));
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}
