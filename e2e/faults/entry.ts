/** Handles an applicant's requests in one process, and notes the replies. HTTP and keys are left out. */
import { documentsQuestion } from '../../src/core/model/details.ts';
import { type ApplicationId, jobId, type Reference, revision } from '../../src/core/model/ids.ts';
import type { Destination, Submission } from '../../src/core/model/submission.ts';
import type { Ledger } from '../../src/server/ledger/ledger.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import { placeAnswers } from '../../src/server/submissions/submission-routes.ts';
import { answersIn, type Draft, JOB, type RandomForm, type Visitor } from './form.ts';
import { printOf, type Service } from './service.ts';

/** The history of one applicant: the form, the drafts that were sent, and what the replies said. */
export class Dossier {
  readonly key: SubjectKey;
  readonly form: RandomForm;
  /** null until the application is created. */
  readonly application: ApplicationId | null;
  /** Every draft that was sent, by `nameOf`. */
  readonly offered = new Map<string, Draft>();
  /** The references of the receipts that reached a browser. */
  readonly receipts = new Set<Reference>();
  /** The number of reports that differ from the data of the service. */
  untold = 0;
  /** The number of delivered answers in the last report. */
  seenDelivered = 0;
  /** The number of items at the service when the operator's erasure was confirmed; null before that. */
  storedAtErasure: number | null = null;

  constructor(key: SubjectKey, form: RandomForm, application: ApplicationId | null) {
    this.key = key;
    this.form = form;
    this.application = application;
  }
}

export type Reply =
  /** `stored` stands for a 409: other content is stored. */
  | { readonly kind: 'accepted' | 'stored'; readonly submission: Submission }
  | { readonly kind: 'erased' }
  /** A 503, after which the same content has to be sent again. */
  | { readonly kind: 'unavailable' };

export type Entry = ReturnType<typeof createEntry>;

export interface EntryDependencies {
  readonly ledger: Ledger;
  readonly service: Service;
}

/** Milliseconds, like the header `Prefer`. */
const WAIT = 8_000;

export function createEntry({ ledger, service }: EntryDependencies) {
  const report = (dossier: Dossier, submission: Submission): Submission => {
    noteReport(dossier, submission, service);
    return submission;
  };
  return {
    ledger,
    async post(dossier: Dossier, draft: Draft): Promise<Reply> {
      const sent = submissionOf(dossier, draft);
      dossier.offered.set(nameOf(sent), draft);
      const accepted = await ledger.accept(sent, WAIT);
      if (accepted.ok) return { kind: 'accepted', submission: report(dossier, accepted.value) };
      if (accepted.error.kind !== 'already_submitted') return { kind: 'unavailable' };
      const { submission } = accepted.error;
      return submission === null
        ? { kind: 'erased' }
        : { kind: 'stored', submission: report(dossier, submission) };
    },
    /** Returns null if there is no such submission. */
    async read(dossier: Dossier, reference: Reference): Promise<Submission | null> {
      const submission = await ledger.read(dossier.key, reference, 0);
      return submission && report(dossier, submission);
    },
    /** Returns the reference of an earlier submission, which a page receives when it loads. */
    load: async ({ key }: Dossier): Promise<Reference | null> =>
      (await ledger.find(key))?.submission.reference ?? null,
    /** Returns whether all data has been deleted. */
    async erase({ key }: Dossier, reference: Reference): Promise<boolean> {
      const { erasures } = await ledger.people.erase(key.tenant, { kind: 'reference', reference });
      return erasures.length > 0 && erasures.every(({ state }) => state === 'erased');
    },
  };
}

/** The submission that the proxy passes to the ledger. */
function submissionOf({ key, form, application }: Dossier, draft: Draft) {
  const { visitor } = draft;
  const outgoing = answersIn(form.tree, draft);
  const documents = outgoing
    .filter(({ question }) => question === documentsQuestion)
    .map((sent) => ({ ...sent, parent: null, title: 'documents', type: 'multi_document', isDistinct: true }));
  const answers = placeAnswers(
    form.tree,
    outgoing.filter(({ question }) => question !== documentsQuestion),
  );
  return {
    key,
    destination: destinationOf(application, visitor),
    revision: revision('1'),
    fingerprint: fingerprintOf(form, draft),
    detailsFingerprint: visitor && printVisitor(visitor),
    answers: [...documents, ...answers].map((answer) => ({
      ...answer,
      fingerprint: printOf(answer.question, answer.value),
    })),
    isVisitor: visitor !== null,
  };
}

/** The fingerprint does not depend on the order of the content. */
function fingerprintOf({ tree }: RandomForm, draft: Draft): string {
  const answers = answersIn(tree, draft).map(({ question, value }) => printOf(question, value));
  return JSON.stringify([draft.visitor && printVisitor(draft.visitor), ...answers.sort()]);
}

/** Names a draft by its stored fingerprints. */
export const nameOf = (stored: { fingerprint: string; detailsFingerprint: string | null }): string =>
  JSON.stringify([stored.fingerprint, stored.detailsFingerprint]);

function destinationOf(application: ApplicationId | null, visitor: Visitor | null): Destination {
  if (application !== null) return { kind: 'application', application };
  const details = visitor?.details ?? { first_name: '', last_name: '', email: '' };
  const files = visitor?.cv ? { cv: visitor.cv } : {};
  return { kind: 'job', job: jobId(JOB), details, files, locale: null, source: null };
}

/** The content of the request that creates the application. */
export const printVisitor = ({ details, cv }: Visitor): string =>
  JSON.stringify([details.email, details.phone ?? null, cv?.id ?? null]);

/** The application that the answers of this dossier belong to; null until it is created. */
export const applicationOf = (
  dossier: Dossier,
  service: Service,
  reference: Reference,
): ApplicationId | null =>
  dossier.application ?? service.applications.find((made) => made.reference === reference)?.id ?? null;

/** Compares a report to an applicant with the data of the service. */
function noteReport(dossier: Dossier, { reference, answers }: Submission, service: Service): void {
  const delivered = answers.filter(({ state }) => state === 'delivered');
  // The service never deletes an answer, so delivered answers need no second check.
  if (delivered.length === dossier.seenDelivered) return;
  dossier.seenDelivered = delivered.length;
  const id = applicationOf(dossier, service, reference);
  const stored = service.answers.filter(({ application }) => application === id);
  for (const question of new Set(delivered.map((answer) => answer.question))) {
    const claimed = delivered.filter((answer) => answer.question === question).length;
    const prints = stored.filter((answer) => answer.question === question).map(({ print }) => print);
    dossier.untold += Math.max(0, claimed - new Set(prints).size);
  }
}
