/** For tests: ledgers on one store and one fake service, on a virtual clock. */

import { createMapLessons, createMapStore } from '../../../e2e/support/map-store.ts';
import { documentsQuestion } from '../../core/model/details.ts';
import {
  type FileId,
  fileId,
  jobId,
  questionId,
  type Reference,
  reference,
  revision,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingValue } from '../../core/model/question.ts';
import { stagingOf } from '../files/staging.support.ts';
import { createAdvisingLog, type Log, type LogEvent } from '../log.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../ports.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import type { Cipher } from './cipher.ts';
import {
  defaultRules,
  type LedgerDependencies,
  type LedgerMetrics,
  type LedgerRules,
} from './dependencies.ts';
import { application, began, createFakeService } from './fake-service.support.ts';
import type { JobDestination } from './http-gateway.ts';
import { createLedger } from './ledger.ts';
import type { RateLimiter } from './rate-limiter.ts';

export const silentLedgerLog: Log = { warn: () => undefined, error: () => undefined };

export const HOUR = 3_600_000;
/** Never resolves, like a process that hangs or was killed. */
export const never = () => new Promise<never>(() => undefined);

export const tenantOne = tenant('t');
export const key = { tenant: tenantOne, subject: subject('s') };
/** Encrypts nothing, and only checks the context. */
export const openCipher: Cipher = {
  seal: (context, plain) => Buffer.concat([Buffer.from(`${context}\n`), plain]),
  open(context, sealed) {
    const text = Buffer.from(sealed).toString();
    return text.startsWith(`${context}\n`) ? Buffer.from(text.slice(context.length + 1)) : null;
  },
  knows: () => true,
  keyNames: [],
};

/** Never delays a request. */
export const unlimited: RateLimiter = {
  acquire: async () => undefined,
  report: () => undefined,
  isOpen: () => true,
  figures: () => ({ rate: 1_000, waiting: 0, blockedUntil: 0, breaker: 'closed' }),
};

export function createScene(rules: Partial<LedgerRules> = {}, change: Partial<LedgerDependencies> = {}) {
  const clock = createVirtualClock();
  const store = createMapStore({ now: () => began + clock.monotonic() });
  const empty = store.backUp();
  const lessons = createMapLessons(() => began + clock.monotonic());
  const service = createFakeService(clock);
  const logged: LogEvent[] = [];
  const counted: string[] = [];
  const files = { reserved: new Set<FileId>(), gone: new Set<FileId>(), released: [] as FileId[] };
  const references = new Map<string, Reference>();
  const ledgerMetrics: LedgerMetrics = {
    received: () => counted.push('received'),
    posted: (_tenant, outcome) => counted.push(outcome),
    foundLate: (_tenant, seconds) => counted.push(`late ${Math.round(seconds)}`),
    audited: (_tenant, { duplicates, missing }) => counted.push(`audited ${duplicates} ${missing}`),
    tagged: (_tenant, outcome) => counted.push(`tag ${outcome}`),
    webhook: (_tenant, outcome) => counted.push(`webhook ${outcome}`),
    refusedApplication: (_tenant, code, fields) => counted.push([code, ...fields].join(' ')),
    counted: (_tenant, event) => counted.push(event),
  };
  const dependencies: LedgerDependencies = {
    store,
    tenants: [tenantOne],
    gatewayOf: () => service,
    rateLimiterOf: () => unlimited,
    cipher: openCipher,
    staging: stagingOf({
      async hold(_key, id) {
        if (!files.gone.has(id)) files.reserved.add(id);
        return !files.gone.has(id);
      },
      async release(_key, id) {
        files.released.push(id);
        files.gone.add(id);
      },
    }),
    clock,
    log: createAdvisingLog(
      { warn: (event) => logged.push(event), error: (event) => logged.push(event) },
      clock,
    ),
    ledgerMetrics,
    owner: 'one',
    lessons,
    newReference({ subject }) {
      const known = references.get(subject) ?? reference(`R${references.size + 1}`);
      references.set(subject, known);
      return known;
    },
    random: () => 0.5,
    rules: { ...defaultRules, ...rules },
    ...change,
  };
  const ledger = createLedger(dependencies);
  return { clock, store, empty, lessons, service, logged, counted, files, dependencies, ledger };
}

export type Scene = ReturnType<typeof createScene>;

/** `2<1` is a follow-up of question 1; `9.1` is the second file of question 9. */
export function answer(name: string, value: OutgoingValue = { kind: 'text', text: name }): LedgerAnswer {
  const [, question = name, , part = '0', , parent] = /^(\w+)(\.(\d+))?(<(\w+))?$/.exec(name) ?? [];
  return {
    question: questionId(question),
    part: Number(part),
    value,
    parent: parent === undefined ? null : questionId(parent),
    title: `Question ${question}`,
    type: value.kind === 'document' ? 'document' : 'short_text',
    isDistinct: true,
    fingerprint: JSON.stringify(value),
  };
}

export const text = (name: string, content: string): LedgerAnswer =>
  answer(name, { kind: 'text', text: content });

export const attached = (id: string, name = `${id}.pdf`): AttachedFile => ({
  id: fileId(id),
  name,
  size: 10,
  type: 'application/pdf',
});

export const file = (name: string, id: string): LedgerAnswer =>
  answer(name, { kind: 'document', file: attached(id) });

/** A document that is added to the application after its creation. */
export const document = (id: string, part = 0, name = `${id}.pdf`): LedgerAnswer => ({
  question: documentsQuestion,
  part,
  value: { kind: 'document', file: attached(id, name) },
  parent: null,
  title: 'documents',
  type: 'multi_document',
  isDistinct: true,
  fingerprint: `content of ${id}`,
});

export function submission(
  answers: readonly LedgerAnswer[],
  change: Partial<SubmissionToAccept> = {},
): SubmissionToAccept {
  return {
    key,
    destination: { kind: 'application', application },
    fingerprint: JSON.stringify(answers),
    detailsFingerprint: null,
    revision: revision('r'),
    answers,
    ...change,
  };
}

/** The submission of an applicant who has no application yet. */
export function firstSubmission(
  answers: readonly LedgerAnswer[],
  name = 'Ada',
  more: Partial<JobDestination> = {},
): SubmissionToAccept {
  const details = { first_name: name, last_name: 'Example', email: 'ada@example.com' };
  const destination = {
    kind: 'job',
    job: jobId('4711'),
    details,
    locale: null,
    source: null,
    ...more,
  } as const;
  return submission(answers, {
    destination,
    detailsFingerprint: JSON.stringify([name, destination.files]),
    fingerprint: JSON.stringify([name, destination.files, answers]),
  });
}

/** Returns `1 delivered`, `2 parked conflict`, … as the applicant sees them. */
export async function states(
  { ledger }: Pick<Scene, 'ledger'>,
  of: SubmissionToAccept['key'] = key,
): Promise<readonly string[]> {
  const found = await ledger.find(of);
  if (found === null) return [];
  const { application: made, answers } = found.submission;
  const all = [...(made === null ? [] : [{ question: 'application', part: 0, ...made }]), ...answers];
  return all.map(({ question, part, state, code }) =>
    `${question}${part === 0 ? '' : `.${part}`} ${state} ${code ?? ''}`.trim(),
  );
}

/** The entries of `states` for these delivered answers. */
export const delivered = (...names: readonly string[]) => names.map((name) => `${name} delivered`);

/** A scene whose ledger has started. */
export function started(...given: Parameters<typeof createScene>): Scene {
  const scene = createScene(...given);
  scene.ledger.start();
  return scene;
}

/** Accepts a submission without waiting for its delivery, and then lets so much time pass. */
export async function send(scene: Scene, sent: SubmissionToAccept, milliseconds = 10_000): Promise<void> {
  const accepted = await scene.ledger.accept(sent, 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
  await pass(scene, milliseconds);
}

export const pass = ({ clock }: Pick<Scene, 'clock'>, milliseconds: number): Promise<void> =>
  clock.run(clock.monotonic() + milliseconds);
