/**
 * Reads `meta` of the proxy's question document (`src/server/http/README.md#get-apiv1questions`): what a form knows
 * apart from its questions. Anything missing or invalid reads as its default; nothing throws.
 */
import { type Reference, type Revision, reference, revision } from '../model/ids.ts';
import { defaultSemantics, type FileLimits, type Semantics } from '../model/question.ts';
import { amount, nonBlank, oneOf, textList } from './read-members.ts';
import { member, path } from './stored-json.ts';

const formStates = ['open', 'sent', 'closed'] as const;

export interface FormMeta {
  /** null in a document that did not come from the proxy: such a form can be shown but not sent. */
  readonly revision: Revision | null;
  readonly semantics: Semantics;
  /** `sent`: the application already holds answers to these questions. */
  readonly state: (typeof formStates)[number];
  /** Our submission for this application, unfinished or finished, to be followed. */
  readonly submission: Reference | null;
  /** Title of the job. */
  readonly title: string | null;
  /** Where an applicant can apply instead: an `http:` or `https:` address. */
  readonly fallback: string | null;
  readonly limits: FileLimits;
  /** base64url of 256 bits, under which the browser may keep a draft; null when it may not keep one. */
  readonly draftKey: string | null;
  /** Draft keys of earlier secrets, with which older drafts can still be read. */
  readonly olderDraftKeys: readonly string[];
  /** Seconds until the token expires. */
  readonly expiresIn: number | null;
  /** A notice to show above the form, in the requested language. */
  readonly notice: string | null;
  /** What a back end knows of the applicant, as it came: another file reads it (`browser/details/prefill.ts`). */
  readonly prefill?: unknown;
  /** The whole `meta`, for what only our own pages show: employer, place, minutes, logo. */
  readonly stated: unknown;
}

export function readFormMeta(document: unknown): FormMeta {
  const meta = member(document, 'meta');
  return {
    revision: revision(nonBlank(member(meta, 'revision'))),
    semantics: readSemantics(member(meta, 'semantics')),
    state: oneOf(formStates, member(meta, 'state')) ?? 'open',
    submission: reference(nonBlank(member(meta, 'submission'))),
    title: nonBlank(member(meta, 'title')),
    fallback: readFallback(document),
    limits: readLimits(member(meta, 'limits')),
    draftKey: nonBlank(member(meta, 'draftKey')),
    olderDraftKeys: textList(member(meta, 'olderDraftKeys')),
    expiresIn: amount(member(meta, 'expiresIn')),
    notice: nonBlank(member(meta, 'notice')),
    prefill: member(meta, 'prefill'),
    stated: meta,
  };
}

function readSemantics(json: unknown): Semantics {
  return {
    dateOrder: oneOf(['dmy', 'mdy'], member(json, 'dateOrder')) ?? defaultSemantics.dateOrder,
    unanswered: oneOf(['hidden', 'negated'], member(json, 'unanswered')) ?? defaultSemantics.unanswered,
  };
}

function readLimits(json: unknown): FileLimits {
  return { bytes: amount(member(json, 'bytes')), types: textList(member(json, 'types')) };
}

/** Only web addresses: a `javascript:` address in a link would run on the host's page. */
export function readFallback(document: unknown): string | null {
  const address = nonBlank(path(document, 'meta', 'fallback'));
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}
