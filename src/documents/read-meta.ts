/**
 * Reads `meta` of the proxy's question document (DOORS, "HTTP of the proxy"): what a form knows
 * beside its questions. Anything missing or odd reads as its quiet default; nothing throws.
 */
import { type Reference, type Revision, reference, revision } from '../model/ids.ts';
import { defaultSemantics, type Semantics } from '../model/question.ts';
import { amountOf, objectOf, oneOf, textOf, textsOf } from './json.ts';

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
  /** Seconds that the token still lives. */
  readonly expiresIn: number | null;
  readonly limits: FileLimits;
}

export interface FileLimits {
  /** Of one file; null: not told. */
  readonly bytes: number | null;
  /** Media types (`application/pdf`, `image/*`) or endings (`.pdf`); empty: any. */
  readonly types: readonly string[];
}

export function readFormMeta(document: unknown): FormMeta {
  const meta = objectOf(objectOf(document)['meta']);
  const text = textOf(meta['revision']);
  const submission = textOf(meta['submission']);
  return {
    revision: text === null ? null : revision(text),
    semantics: readSemantics(meta['semantics']),
    state: oneOf(formStates, meta['state']) ?? 'open',
    submission: submission === null ? null : reference(submission),
    title: textOf(meta['title']),
    fallback: readAddress(meta['fallback']),
    expiresIn: amountOf(meta['expiresIn']),
    limits: readLimits(meta['limits']),
  };
}

function readSemantics(value: unknown): Semantics {
  const semantics = objectOf(value);
  return {
    dateOrder: oneOf(['dmy', 'mdy'], semantics['dateOrder']) ?? defaultSemantics.dateOrder,
    unanswered: oneOf(['hidden', 'negated'], semantics['unanswered']) ?? defaultSemantics.unanswered,
  };
}

function readLimits(value: unknown): FileLimits {
  const limits = objectOf(value);
  return { bytes: amountOf(limits['bytes']), types: textsOf(limits['types']) };
}

/** Only web addresses: a `javascript:` address in a link would run on the host's page. */
function readAddress(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && /^https?:\/\//i.test(text) ? text : null;
}
