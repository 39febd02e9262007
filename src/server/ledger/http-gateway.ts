/** Carries what the ledger sends over the typed client of the recruitment service. */

import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import type { Clock } from '../clock.ts';
import type { FileSource, Staging, SubjectKey } from '../ports.ts';
import { applicationFiles, writeAnswer, writeApplication } from '../service/bodies.ts';
import type { Service } from '../service/create-service.ts';
import type { HeldAnswers, HeldReply, ReadBackWay } from '../service/read-back.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createReadBackWays, type ReadBack, type ReadBackWays } from './read-back-ways.ts';
import type { FileGone, GatewayError, HeldWish, ServiceGateway } from './service-gateway.ts';

export type CarriedService = Pick<
  Service,
  | 'limitOf'
  | 'createAnswer'
  | 'createApplication'
  | 'addDocument'
  | 'readHeldAnswers'
  | 'readHeldDocuments'
  | 'findApplication'
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
  const open = (key: SubjectKey, files: readonly AttachedFile[]) => openFiles({ staging, clock }, key, files);
  return {
    limitOf: service.limitOf,
    async sendAnswer(key, answer, application) {
      const { question, value } = answer;
      if (value.kind !== 'document') return service.createAnswer(writeAnswer(answer, application));
      const opened = await open(key, [value.file]);
      if (!opened.ok) return opened;
      const [file] = opened.value;
      // What the ledger is given opens as many files as there are.
      if (file === undefined) return failure({ kind: 'unreadable_file' });
      if (question === documentsQuestion) return service.addDocument(application, value.file.name, file);
      return service.createAnswer(writeAnswer(answer, application), file);
    },
    async makeApplication(key, destination, reference) {
      const opened = await open(key, applicationFiles(destination.files));
      if (!opened.ok) return opened;
      return service.createApplication(writeApplication(destination, reference), opened.value);
    },
    readAnswers: (application, wish) => readAnswers({ service, ways }, application, wish),
    findApplication: (reference, age) => service.findApplication(reference, clock.now() - age),
  };
}

/** Milliseconds for opening the files of one request; if it takes longer, they are not sent this time. */
const LONGEST_OPENING = 5_000;

async function openFiles(
  { staging, clock }: Pick<HttpGatewayDependencies, 'staging' | 'clock'>,
  key: SubjectKey,
  files: readonly AttachedFile[],
): Promise<Outcome<readonly FileSource[], ServiceError | FileGone>> {
  const begun = clock.monotonic();
  const opened: FileSource[] = [];
  for (const { id } of files) {
    const file = await staging.open(key, id).catch(() => 'unreadable' as const);
    if (file === null) return failure({ kind: 'file_gone', file: id });
    // The mark was fresh before; after a pause here, another worker may have looked and sent it already.
    if (file === 'unreadable' || clock.monotonic() - begun > LONGEST_OPENING)
      return failure({ kind: 'unreadable_file' });
    opened.push(file);
  }
  return success(opened);
}

interface Reading {
  readonly service: CarriedService;
  readonly ways: ReadBackWays;
}

type Read = Outcome<HeldAnswers, GatewayError>;

/** Each way is tried until one answers; what the service does not do at all is not tried again for a while. */
async function readAnswers(reading: Reading, application: ApplicationId, wish: HeldWish): Promise<Read> {
  const { ways } = reading;
  let mayShow = false;
  for (const way of ways.now()) {
    const reply = await readOneWay(reading, application, { way, wish });
    if (reply.ok) ways.keep(way);
    if (reply.ok || (reply.error.kind !== 'impossible' && reply.error.kind !== 'unproven')) return reply;
    const isOdd = reply.error.kind === 'unproven' || (reply.error.of === 'service' && !ways.exclude(way));
    mayShow ||= isOdd;
  }
  if (mayShow) return failure({ kind: 'unproven' });
  return wish.documents ? readDocuments(reading, application) : failure({ kind: 'impossible' });
}

/** A service that refuses to show documents must not hide the answers as well. */
async function readOneWay(
  { service, ways }: Reading,
  application: ApplicationId,
  { way, wish }: { readonly way: ReadBackWay; readonly wish: HeldWish },
): Promise<HeldReply> {
  const documents = wish.documents && ways.showsDocuments();
  const reply = await service.readHeldAnswers(application, way, { documents });
  if (!documents || reply.ok || reply.error.kind !== 'impossible' || reply.error.of !== 'service')
    return reply;
  const plain = await service.readHeldAnswers(application, way, { documents: false });
  if (plain.ok) ways.excludeDocuments();
  return plain;
}

/** Of a service whose answers cannot be read: the service's document shows these of a single application. */
async function readDocuments({ service, ways }: Reading, application: ApplicationId): Promise<Read> {
  if (!ways.showsDocuments()) return failure({ kind: 'impossible' });
  const reply = await service.readHeldDocuments(application);
  if (reply.ok || reply.error.kind !== 'impossible') return reply;
  ways.excludeDocuments();
  return failure({ kind: 'impossible' });
}
