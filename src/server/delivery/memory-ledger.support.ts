/** For tests: the ledger in memory before a service of words, in time that passes only when all wait. */
import type { AnswerBody } from '../../core/jsonapi/write-answer.ts';
import type { ApplicationBody } from '../../core/jsonapi/write-application.ts';
import {
  type ApplicationId,
  applicationId,
  questionId,
  revision,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { LedgerAnswer, Staging, SubmissionToAccept } from '../../core/model/ports.ts';
import { createMemoryStaging } from '../http/files/staging.ts';
import { newReference } from '../http/submissions/new-reference.ts';
import type { HeldAnswer } from '../service/held-answers.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import type { LedgerEvent, LedgerLogFields } from './ledger-log.ts';
import { createMemoryLedger } from './memory-ledger.ts';

export type Reply = Outcome<string, ServiceError>;
export type Made = Outcome<ApplicationId, ServiceError>;

interface Change {
  /** What the service shows of what it holds; without, it shows nothing to anyone. */
  readonly held?: () => readonly HeldAnswer[];
  /** The application that carries our reference, where the service shows what it holds. */
  readonly found?: () => ApplicationId | null;
  readonly staging?: (now: () => number) => Staging;
  readonly mostSubmissions?: number;
}

const impossible = failure({ kind: 'impossible', of: 'service' } as const);
export const began = Date.UTC(2026, 0, 1);

export function scene(
  reply: (question: string, times: number) => Reply | Promise<Reply>,
  make: (times: number) => Made | Promise<Made> = () => success(applicationId('99')),
  { held, found, staging = createMemoryStaging, ...change }: Change = {},
) {
  const clock = createVirtualClock();
  const sent: string[] = [];
  const made: ApplicationBody[] = [];
  const told: [LedgerEvent, LedgerLogFields][] = [];
  const tell = (event: LedgerEvent, fields: LedgerLogFields) => void told.push([event, fields]);
  const now = () => began + clock.monotonic();
  const service = {
    limitOf: () => 15_000,
    createAnswer: async (body: AnswerBody) => {
      const question = body.data.relationships.question.data.id;
      sent.push(question);
      return reply(question, sent.filter((one) => one === question).length);
    },
    createApplication: async (body: ApplicationBody) => {
      made.push(body);
      return make(made.length);
    },
    readHeldAnswers: async () =>
      held === undefined
        ? impossible
        : success({ answers: held(), clockAhead: 0, hasAnswers: true, hasDocuments: false }),
    addDocument: async () => success(null),
    changeDetails: async () => success(null),
    readHeldDocuments: async () => impossible,
    findApplication: async () => (found === undefined ? impossible : success(found())),
    probe: async () => success(null),
  };
  const delivery = createMemoryLedger({
    services: new Map([[tenant('t'), service]]),
    staging: staging(now),
    log: { warn: tell, error: tell },
    now,
    newReference,
    clock,
    ...change,
  });
  const pass = (milliseconds: number) => clock.run(clock.monotonic() + milliseconds);
  /** What comes of it, once so much time has passed. */
  const after = async <Value>(promise: Promise<Value>, milliseconds = NEVER_MIND): Promise<Value> => {
    await pass(milliseconds);
    return promise;
  };
  return { delivery, sent, made, told, now: clock.monotonic, pass, after };
}

export type Scenery = ReturnType<typeof scene>;

export const answer = (id: string, parent: string | null = null): LedgerAnswer => ({
  question: questionId(id),
  part: 0,
  value: { kind: 'text', text: id },
  parent: parent === null ? null : questionId(parent),
  title: '',
  type: 'short_text',
  isDistinct: true,
  fingerprint: id,
});

/** As the service shows an answer that it holds. */
export const held = (id: string): HeldAnswer => ({
  id: `a${id}`,
  question: questionId(id),
  title: '',
  type: 'short_text',
  attributes: { text_answer: id },
  createdAt: began,
});

export const submission = (answers: readonly LedgerAnswer[], fingerprint = 'f'): SubmissionToAccept => ({
  key: { tenant: tenant('t'), subject: subject('s') },
  destination: { kind: 'application', application: applicationId('99') },
  fingerprint,
  detailsFingerprint: null,
  revision: revision('r'),
  answers,
});

export const stored = success('1');
export const NEVER_MIND = 60_000;
export const HOUR = 3_600_000;

export async function accept(scenery: Scenery, answers: readonly LedgerAnswer[], milliseconds = HOUR) {
  const accepted = await scenery.delivery.accept(submission(answers), 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
  await scenery.pass(milliseconds);
  const read = await scenery.delivery.read(submission([]).key, accepted.value.reference, 0);
  return read?.answers.map(({ question, state, code }) => `${question} ${state} ${code ?? ''}`.trim());
}
