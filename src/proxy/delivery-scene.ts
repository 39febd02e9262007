/** For tests: a delivery in memory before a service of words, with a clock that only moves when somebody sleeps. */
import type { AnswerBody } from '../documents/write-answer.ts';
import type { ApplicationBody } from '../documents/write-application.ts';
import { type ApplicationId, applicationId, questionId, revision, subject, tenant } from '../model/ids.ts';
import { type Outcome, success } from '../model/outcome.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../model/ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import { type LogFields, silentLog } from './log.ts';
import { createMemoryDelivery } from './memory-delivery.ts';
import { createMemoryStaging } from './staging.ts';

export type Reply = Outcome<string, ServiceError>;
export type Made = Outcome<ApplicationId, ServiceError>;

export function scene(
  reply: (question: string, times: number) => Reply | Promise<Reply>,
  make: (times: number) => Made | Promise<Made> = () => success(applicationId('99')),
) {
  let clock = 0;
  const sent: string[] = [];
  const made: ApplicationBody[] = [];
  const told: [string, LogFields][] = [];
  const now = () => clock;
  const delivery = createMemoryDelivery({
    serviceOf: () => ({
      createAnswer: async (body: AnswerBody) => {
        const question = body.data.relationships.question.data.id;
        sent.push(question);
        return reply(question, sent.filter((one) => one === question).length);
      },
      createApplication: async (body: ApplicationBody) => {
        made.push(body);
        return make(made.length);
      },
    }),
    staging: createMemoryStaging(now),
    log: { ...silentLog, warn: (event, fields) => void told.push([event, fields]) },
    now,
    sleep: async (milliseconds) => {
      clock += milliseconds;
    },
  });
  const pass = (milliseconds: number) => {
    clock += milliseconds;
  };
  return { delivery, sent, made, told, now, pass };
}

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

export async function accept(scenery: ReturnType<typeof scene>, answers: readonly LedgerAnswer[]) {
  const accepted = await scenery.delivery.accept(submission(answers), 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
  for (let turn = 0; turn < 2_000; turn += 1) await Promise.resolve();
  const read = await scenery.delivery.read(submission([]).key, accepted.value.reference, NEVER_MIND);
  return read?.answers.map(({ question, state, code }) => `${question} ${state} ${code ?? ''}`.trim());
}
