/** Carries what the ledger sends over the typed client of the recruitment service. */
import { writeAnswer } from '../../core/jsonapi/write-answer.ts';
import { writeApplication } from '../../core/jsonapi/write-application.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import { failure, type Outcome } from '../../core/model/outcome.ts';
import type { Staging, SubjectKey } from '../../core/model/ports.ts';
import type { Service } from '../service/create-service.ts';
import type { HeldAnswers } from '../service/held-answers.ts';
import type { Clock } from './clock.ts';
import { createReadBackWays, type ReadBack, type ReadBackWays } from './read-back-ways.ts';
import type { AnswerToSend, GatewayError, ServiceGateway } from './service-gateway.ts';

export type CarriedService = Pick<
  Service,
  'limitOf' | 'createAnswer' | 'createApplication' | 'readHeldAnswers' | 'findApplication'
>;

export interface HttpGatewayDependencies {
  readonly service: CarriedService;
  readonly staging: Pick<Staging, 'open'>;
  readonly readBack: ReadBack;
  readonly clock: Clock;
}

export function createHttpGateway({
  service,
  staging,
  readBack,
  clock,
}: HttpGatewayDependencies): ServiceGateway {
  const ways = createReadBackWays(readBack, clock.monotonic);
  return {
    limitOf: (answer) => service.limitOf(answer?.value.kind === 'document' ? answer.value.file.size : 0),
    sendAnswer: (key, answer, application) =>
      sendAnswer({ service, staging, clock }, { key, answer, application }),
    makeApplication: (destination, reference) =>
      service.createApplication(writeApplication(destination, reference)),
    readAnswers: (application) => readAnswers(service, ways, application),
    findApplication: (reference, age) => service.findApplication(reference, Date.now() - age),
  };
}

/** Milliseconds for opening a file; if it takes longer, the file is not sent this time. */
const LONGEST_OPENING = 5_000;

interface Parcel {
  readonly key: SubjectKey;
  readonly answer: AnswerToSend;
  readonly application: ApplicationId;
}

async function sendAnswer(
  { service, staging, clock }: Pick<HttpGatewayDependencies, 'service' | 'staging' | 'clock'>,
  { key, answer, application }: Parcel,
): ReturnType<ServiceGateway['sendAnswer']> {
  const body = writeAnswer(answer, application);
  if (answer.value.kind !== 'document') return service.createAnswer(body);
  const begun = clock.monotonic();
  const file = await staging.open(key, answer.value.file.id).catch(() => 'unreadable' as const);
  if (file === null) return failure({ kind: 'file_gone' });
  // The mark was fresh before; after a pause here, another worker may have looked and sent it already.
  if (file === 'unreadable' || clock.monotonic() - begun > LONGEST_OPENING)
    return failure({ kind: 'unreadable_file' });
  return service.createAnswer(body, file);
}

/** Each way is tried until one answers; what the service does not do at all is not tried again for a while. */
async function readAnswers(
  service: CarriedService,
  ways: ReadBackWays,
  application: ApplicationId,
): Promise<Outcome<HeldAnswers, GatewayError>> {
  for (const way of ways.now()) {
    const reply = await service.readHeldAnswers(application, way);
    if (reply.ok) return reply;
    if (reply.error.kind !== 'impossible') return failure(reply.error);
    if (reply.error.of === 'service') ways.exclude(way);
  }
  return failure({ kind: 'impossible' });
}
