/** What one process does with an applicant's requests, and what the applicant was told. HTTP and keys are left out. */
import { documentsQuestion } from '../../src/core/model/details.ts';
import { type ApplicationId, jobId, type Reference, revision } from '../../src/core/model/ids.ts';
import type { Destination, Submission } from '../../src/core/model/submission.ts';
import type { Ledger } from '../../src/server/ledger/ledger.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import { placeAnswers } from '../../src/server/submissions/submission-routes.ts';
import { answersIn, type Draft, JOB, type RandomForm, type Said } from './form.ts';
import { printOf, type Service } from './service.ts';

/** One applicant's form. */
export class Case {
  readonly key: SubjectKey;
  readonly form: RandomForm;
  /** null: it is not made yet. */
  readonly application: ApplicationId | null;
  /** All that any process was sent, by `nameOf`. */
  readonly offered = new Map<string, Draft>();
  /** References of the receipts that reached a browser. */
  readonly receipts = new Set<Reference>();
  /** Reports of something else than the service held. */
  untold = 0;
  /** Answers that the last report called delivered. */
  seenDelivered = 0;
  /** What the service held when the operator was told that everything is erased; null: not told. */
  heldAtErasure: number | null = null;

  constructor(key: SubjectKey, form: RandomForm, application: ApplicationId | null) {
    this.key = key;
    this.form = form;
    this.application = application;
  }
}

export type Reply =
  /** Or, with a 409, other content is stored. */
  | { readonly kind: 'accepted' | 'stored'; readonly submission: Submission }
  | { readonly kind: 'erased' }
  /** 503: send the same again. */
  | { readonly kind: 'unavailable' };

export type Entry = ReturnType<typeof createEntry>;

export interface EntryDependencies {
  readonly ledger: Ledger;
  readonly service: Service;
}

/** Milliseconds, as in the header `Prefer`. */
const WAIT = 8_000;

export function createEntry({ ledger, service }: EntryDependencies) {
  const report = (one: Case, submission: Submission): Submission => {
    noteReport(one, submission, service);
    return submission;
  };
  return {
    ledger,
    async post(one: Case, draft: Draft): Promise<Reply> {
      const sent = submissionOf(one, draft);
      one.offered.set(nameOf(sent), draft);
      const taken = await ledger.accept(sent, WAIT);
      if (taken.ok) return { kind: 'accepted', submission: report(one, taken.value) };
      if (taken.error.kind !== 'already_submitted') return { kind: 'unavailable' };
      const { submission } = taken.error;
      return submission === null
        ? { kind: 'erased' }
        : { kind: 'stored', submission: report(one, submission) };
    },
    /** null: there is no such submission. */
    async read(one: Case, reference: Reference): Promise<Submission | null> {
      const submission = await ledger.read(one.key, reference, 0);
      return submission && report(one, submission);
    },
    /** What a page learns when it is opened: the reference of what was sent already. */
    load: async ({ key }: Case): Promise<Reference | null> =>
      (await ledger.find(key))?.submission.reference ?? null,
    /** Whether nothing is left here. */
    async erase({ key }: Case, reference: Reference): Promise<boolean> {
      const { erasures } = await ledger.people.erase(key.tenant, { kind: 'reference', reference });
      return erasures.length > 0 && erasures.every(({ state }) => state === 'erased');
    },
  };
}

/** As the proxy hands it on. */
function submissionOf({ key, form, application }: Case, draft: Draft) {
  const { said } = draft;
  const sent = answersIn(form.tree, draft);
  const documents = sent
    .filter(({ question }) => question === documentsQuestion)
    .map((one) => ({ ...one, parent: null, title: 'documents', type: 'multi_document', isDistinct: true }));
  const answers = placeAnswers(
    form.tree,
    sent.filter(({ question }) => question !== documentsQuestion),
  );
  return {
    key,
    destination: destinationOf(application, said),
    revision: revision('1'),
    fingerprint: fingerprintOf(form, draft),
    detailsFingerprint: said && printSaid(said),
    answers: [...documents, ...answers].map((one) => ({
      ...one,
      fingerprint: printOf(one.question, one.value),
    })),
    isVisitor: said !== null,
  };
}

/** The same content in any order is the same. */
function fingerprintOf({ tree }: RandomForm, draft: Draft): string {
  const answers = answersIn(tree, draft).map(({ question, value }) => printOf(question, value));
  return JSON.stringify([draft.said && printSaid(draft.said), ...answers.sort()]);
}

/** By what the store has of it. */
export const nameOf = (stored: { fingerprint: string; detailsFingerprint: string | null }): string =>
  JSON.stringify([stored.fingerprint, stored.detailsFingerprint]);

function destinationOf(application: ApplicationId | null, said: Said | null): Destination {
  if (application !== null) return { kind: 'application', application };
  const details = said?.details ?? { first_name: '', last_name: '', email: '' };
  const files = said?.cv ? { cv: said.cv } : {};
  return { kind: 'job', job: jobId(JOB), details, files, locale: null, source: null };
}

/** What of it the request carries that makes the application. */
export const printSaid = ({ details, cv }: Said): string =>
  JSON.stringify([details.email, details.phone ?? null, cv?.id ?? null]);

/** The application that the answers of this case belong to; null: not made yet. */
export const applicationOf = (one: Case, service: Service, reference: Reference): ApplicationId | null =>
  one.application ?? service.applications.find((made) => made.reference === reference)?.id ?? null;

/** Compares what an applicant is told with what the service holds. */
function noteReport(one: Case, { reference, answers }: Submission, service: Service): void {
  const delivered = answers.filter(({ state }) => state === 'delivered');
  // A claim that was true stays true: the service never deletes an answer.
  if (delivered.length === one.seenDelivered) return;
  one.seenDelivered = delivered.length;
  const id = applicationOf(one, service, reference);
  const held = service.answers.filter(({ application: of }) => of === id);
  for (const question of new Set(delivered.map((answer) => answer.question))) {
    const claimed = delivered.filter((answer) => answer.question === question).length;
    const there = new Set(held.filter((answer) => answer.question === question).map(({ print }) => print))
      .size;
    one.untold += Math.max(0, claimed - there);
  }
}
