/** Carries what the ledger sends over the typed client of the recruitment service. */

import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { ApplicationId, FileId, Reference } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer } from '../../core/model/question.ts';
import type { Destination } from '../../core/model/submission.ts';
import type { Clock } from '../clock.ts';
import type { FileSource, Staging, SubjectKey } from '../ports.ts';
import { applicationFiles, writeAnswer, writeApplication } from '../service/bodies.ts';
import type { Service } from '../service/create-service.ts';
import type {
  HeldAnswer,
  HeldAnswers,
  HeldReply,
  HeldWish,
  ReadBackWay,
  Unproven,
} from '../service/read-back.ts';
import type { ServiceError } from '../service/service-error.ts';

export type JobDestination = Extract<Destination, { kind: 'job' }>;

/** An answer, with what identifies it at a service whose answers do not name their question. */
export interface AnswerToSend extends OutgoingAnswer {
  readonly title: string;
  /** `question_type` as the service calls it. */
  readonly type: string;
  /** No other question of this form has this title and type. */
  readonly isDistinct: boolean;
}

export type { HeldAnswer, HeldAnswers, HeldWish };

export type GatewayError = ServiceError | { readonly kind: 'impossible' } | Unproven;

/** A file that was to be sent is not there any more, so nothing was sent. */
export interface FileGone {
  readonly kind: 'file_gone';
  readonly file: FileId;
}

export interface ServiceGateway {
  /** Milliseconds after which a write is given up that carries files of so many bytes. */
  limitOf(bytes: number): number;
  /**
   * One request, never repeated here: a POST, or of a document of the application itself a PATCH. The service's id; null:
   * it has none.
   */
  sendAnswer(
    key: SubjectKey,
    answer: AnswerToSend,
    application: ApplicationId,
  ): Promise<Outcome<string | null, ServiceError | FileGone>>;
  /** One POST, with the files that go with it. */
  makeApplication(
    key: SubjectKey,
    destination: JobDestination,
    reference: Reference,
  ): Promise<Outcome<ApplicationId, ServiceError | FileGone>>;
  /**
   * Tries each way of reading until one works, so up to eighteen reads. `impossible`: this service does not show what it
   * holds; `unproven`: this time it did not. Answers and documents are shown, or not, each for themselves.
   */
  readAnswers(application: ApplicationId, wish: HeldWish): Promise<Outcome<HeldAnswers, GatewayError>>;
  /**
   * The application that carries our reference; null: there is none.
   *
   * @param age milliseconds: nothing of it can be older. An age, because the store's clock is not this process's
   */
  findApplication(reference: Reference, age: number): Promise<Outcome<ApplicationId | null, GatewayError>>;
}

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

/** Named option: `auto` tries all; `none` never asks. */
export const readBackOptions = ['auto', 'single', 'list', 'none'] as const;
export type ReadBack = (typeof readBackOptions)[number];

/** What to do where the service cannot be asked whether an unclear answer is stored (named option). */
export const withoutReadBackOptions = ['park', 'resend'] as const;
export type WithoutReadBack = (typeof withoutReadBackOptions)[number];

/** Milliseconds until a way that did not work is tried again. */
const FORGET_AFTER = 600_000;

/** The best first: those that take one request and name the question of each answer. */
const allWays: readonly ReadBackWay[] = [
  { by: 'single', include: 'answers.question' },
  { by: 'single', include: 'answers' },
  { by: 'list', include: 'answers.question' },
  { by: 'list', include: 'answers' },
];

export interface ReadBackWays {
  /** Worth trying now, the best first. */
  now(): readonly ReadBackWay[];
  /** It works. */
  keep(way: ReadBackWay): void;
  /** The service does not do it. false: it did before, so this may have been one odd reply; a second one excludes it. */
  exclude(way: ReadBackWay): boolean;
  /** Whether documents of the application are worth asking for now. */
  showsDocuments(): boolean;
  /** The service refuses to show them. */
  excludeDocuments(): void;
}

/** @param monotonic milliseconds that only grow */
export function createReadBackWays(option: ReadBack, monotonic: () => number): ReadBackWays {
  const ways = allWays.filter(({ by }) => option === 'auto' || option === by);
  const excludedUntil = new Map<ReadBackWay, number>();
  const working = new Set<ReadBackWay>();
  let noDocumentsUntil = 0;
  return {
    now: () => ways.filter((way) => (excludedUntil.get(way) ?? 0) <= monotonic()),
    keep: (way) => void working.add(way),
    exclude(way) {
      if (working.delete(way)) return false;
      excludedUntil.set(way, monotonic() + FORGET_AFTER);
      return true;
    },
    showsDocuments: () => option !== 'none' && noDocumentsUntil <= monotonic(),
    excludeDocuments() {
      noDocumentsUntil = monotonic() + FORGET_AFTER;
    },
  };
}
