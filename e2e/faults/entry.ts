/**
 * How one process takes requests, in the proxy's order: known content, conditions, files, the ledger. It checks with the
 * proxy's own code; HTTP and keys are left out.
 */

import type { AttentionEntry } from '../../src/core/model/attention.ts';
import { documentsQuestion, type FieldName } from '../../src/core/model/details.ts';
import type { ErrorCode } from '../../src/core/model/failure.ts';
import { jobId, type Reference, revision, type Tenant } from '../../src/core/model/ids.ts';
import type { AttachedFile } from '../../src/core/model/question.ts';
import {
  type Destination,
  type GivenConsent,
  mayComplete,
  type Submission,
} from '../../src/core/model/submission.ts';
import type { Ledger } from '../../src/server/ledger/ledger.ts';
import type { Lessons, OperatorAction, StoredSubmission, SubjectKey } from '../../src/server/ports.ts';
import type { SentAnswer } from '../../src/server/submissions/body.ts';
import { checkFiles, checkSubmission } from '../../src/server/submissions/check-submission.ts';
import { placeAnswers } from '../../src/server/submissions/submission-routes.ts';
import { type Content, contentFrom, followingDocuments, printOf } from './content.ts';
import { type Case, offerName } from './oracle.ts';
import { filesOf, goesAlong, printSaid, type Said } from './said.ts';
import type { HeldFiles } from './simulated-staging.ts';

export type Reply =
  | { readonly kind: 'accepted'; readonly submission: Submission }
  /** 409: other content is stored. */
  | { readonly kind: 'stored'; readonly submission: Submission }
  /** 409: what was sent was erased. */
  | { readonly kind: 'erased' }
  | { readonly kind: 'refused'; readonly code: ErrorCode }
  /** 503: send the same again. */
  | { readonly kind: 'unavailable' };

export interface Entry {
  post(one: Case, content: Content): Promise<Reply>;
  /** null: there is no such submission. */
  read(one: Case, reference: Reference): Promise<Submission | null>;
  /** What a page learns when it is opened: the reference of the submission that is there already. */
  load(one: Case): Promise<Reference | null>;
  /** What its form asks of a visitor because an earlier one was refused without it. */
  demanded(one: Case): Promise<readonly FieldName[]>;
  /** Its reference once everything else of it is erased; null: not yet, or it was never here. */
  erase(key: SubjectKey): Promise<Reference | null>;
  /** Applies an operator's decision to each submission of the attention list; null: nothing. */
  operate(tenant: Tenant, decide: (entry: AttentionEntry) => OperatorAction | null): Promise<void>;
}

export interface EntryDependencies {
  readonly ledger: Ledger;
  readonly staging: HeldFiles;
  readonly lessons: Lessons;
  /** Called with every submission as the ledger reports it. */
  readonly onReport: (one: Case, submission: Submission) => void;
}

/** Milliseconds, as in the header `Prefer`. */
const WAIT = 8_000;

export function createEntry({ ledger, staging, lessons, onReport }: EntryDependencies): Entry {
  const announce = (one: Case, submission: Submission): Submission => {
    onReport(one, submission);
    return submission;
  };
  return {
    async post(one, given) {
      const { key, tree } = one;
      const stored = await ledger.find(key);
      const content = placeDocumentsOf(given, stored?.submission ?? null);
      one.offered.set(offerName(content), content);
      if (stored?.isErased === true) return { kind: 'erased' };
      if (stored?.fingerprint === content.fingerprint && !mayBring(stored, content)) {
        const { submission } = stored;
        const current = await ledger.read(key, submission.reference, WAIT);
        return { kind: 'accepted', submission: announce(one, current ?? submission) };
      }
      const sent = await readSent(one, content, staging);
      const checked = checkSubmission(tree, sent);
      if (!checked.ok) return { kind: 'refused', code: checked.error.code };
      const files = checkFiles(sent);
      if (!files.ok) return { kind: 'refused', code: files.error.code };
      const said = content.said && (await findStaged(staging, key, content.said));
      if (said === undefined) return { kind: 'refused', code: 'file_missing' };
      const { fingerprint } = content;
      const placed = [...placeDocuments(said), ...placeAnswers(tree, checked.value)];
      const answers = placed.map((answer) => ({
        ...answer,
        fingerprint: printOf(answer.question, answer.value),
      }));
      const taken = await ledger.accept(
        {
          key,
          destination: destinationOf(one, said),
          fingerprint,
          revision: revision('1'),
          detailsFingerprint: said && printSaid(said),
          answers,
          consents: consentsOf(said),
          isVisitor: said !== null,
        },
        WAIT,
      );
      if (taken.ok) return { kind: 'accepted', submission: announce(one, taken.value) };
      if (taken.error.kind !== 'already_submitted') return { kind: 'unavailable' };
      const { submission } = taken.error;
      return submission === null
        ? { kind: 'erased' }
        : { kind: 'stored', submission: announce(one, submission) };
    },
    async read(one, reference) {
      const submission = await ledger.read(one.key, reference, 0);
      return submission === null ? null : announce(one, submission);
    },
    load: async (one) => (await ledger.find(one.key))?.submission.reference ?? null,
    demanded: async ({ key }) =>
      (await lessons.list(key.tenant)).flatMap(({ job, field }) => (job === JOB ? [field] : [])),
    async erase(key) {
      const stored = await ledger.find(key);
      if (stored === null) return null;
      const { reference } = stored.submission;
      const { erasures } = await ledger.people.erase(key.tenant, { kind: 'reference', reference });
      return erasures.every(({ state }) => state === 'erased') ? reference : null;
    },
    async operate(tenant, decide) {
      const { entries } = await ledger.attention(tenant, { content: true, size: 1_000, number: 1 });
      for (const entry of entries) {
        const action = decide(entry);
        if (action !== null) await ledger.act(tenant, entry.reference, action);
      }
    },
  };
}

/** The same content that brings the documents an application was refused for. */
const mayBring = ({ submission }: StoredSubmission, { said }: Content): boolean =>
  mayComplete(submission.application, { equality: false, documents: (said?.documents ?? []).length > 0 });

/** As the proxy decides whether documents follow: not what the page knows counts once the application is made. */
function placeDocumentsOf(content: Content, submission: Submission | null): Content {
  const { said, formAnswers } = content;
  if (said === null || submission === null || submission.application === null) return content;
  const { state, fields } = submission.application;
  const follow = submission.answers.some(({ question }) => question === documentsQuestion);
  const isKept = state === 'refused' && !fields.includes('documents');
  const goAlong = isKept ? goesAlong(said) : state === 'refused' || !follow;
  const others = said.demanded.filter((field) => field !== 'documents');
  return contentFrom(formAnswers, { ...said, demanded: goAlong ? [...others, 'documents'] : others });
}

export const JOB = jobId('7');

function destinationOf({ application }: Case, said: Said | null): Destination {
  if (application !== null) return { kind: 'application', application };
  const details = said?.details ?? { first_name: '', last_name: '', email: '' };
  const files = said === null ? {} : filesOf(said);
  return { kind: 'job', job: JOB, details, files, locale: null, source: null };
}

/** As the proxy hands on documents that the job does not demand: before the answers, below none of them. */
const placeDocuments = (said: Said | null) =>
  followingDocuments(said).map((document) => ({
    ...document,
    parent: null,
    title: 'documents',
    type: 'multi_document',
    isDistinct: true,
  }));

/** With the names that the staging knows; undefined: one of its files is not there. */
async function findStaged(staging: HeldFiles, key: Case['key'], said: Said): Promise<Said | undefined> {
  const find = async (file: AttachedFile | null) => {
    const found = file === null ? null : await staging.find(key, file.id);
    return file && found && { ...file, name: found.name };
  };
  const [cv, letter] = [await find(said.cv), await find(said.letter)];
  const documents = [];
  for (const file of said.documents) documents.push(await find(file));
  const there = documents.filter((file) => file !== null);
  const isWhole =
    (cv === null) === (said.cv === null) &&
    (letter === null) === (said.letter === null) &&
    there.length === said.documents.length;
  return isWhole ? { ...said, cv, letter, documents: there } : undefined;
}

/** As the proxy knows them from its configuration. */
export const consentsOf = (said: Said | null): readonly GivenConsent[] =>
  (said?.consents ?? []).map((id) => ({ id, version: '1', hash: `${id}#`, language: 'en' }));

async function readSent(one: Case, content: Content, staging: HeldFiles): Promise<readonly SentAnswer[]> {
  const sent: SentAnswer[] = [];
  for (const { question, value } of content.formAnswers) {
    const staged = value.kind === 'document' ? await staging.find(one.key, value.file.id) : null;
    sent.push({ question, value, staged });
  }
  return sent;
}
