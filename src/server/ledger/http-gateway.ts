/** Asks the service over its typed client, and compares what it shows with what was to be sent, each type in its own writing. */

import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success, unreachable } from '../../core/model/failure.ts';
import type { ApplicationId, FileId, Reference } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingValue } from '../../core/model/question.ts';
import type { Destination } from '../../core/model/submission.ts';
import type { Clock } from '../clock.ts';
import type { FileSource, LedgerAnswer, Staging, SubjectKey } from '../ports.ts';
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
export type AnswerToSend = Omit<LedgerAnswer, 'parent' | 'fingerprint'>;

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

interface GatewayDependencies {
  readonly service: Service;
  readonly staging: Pick<Staging, 'open'>;
  readonly readBack: ReadBack;
  readonly clock: Clock;
}

export function createHttpGateway(dependencies: GatewayDependencies): ServiceGateway {
  const { service, clock } = dependencies;
  return {
    limitOf: service.limitOf,
    async sendAnswer(key, answer, application) {
      const { question, value } = answer;
      if (value.kind !== 'document') return service.createAnswer(writeAnswer(answer, application));
      const opened = await openFiles(dependencies, key, [value.file]);
      if (!opened.ok) return opened;
      const [file] = opened.value;
      // What the ledger is given opens as many files as there are.
      if (file === undefined) return failure({ kind: 'unreadable_file' });
      if (question === documentsQuestion) return service.addDocument(application, value.file.name, file);
      return service.createAnswer(writeAnswer(answer, application), file);
    },
    async makeApplication(key, destination, reference) {
      const opened = await openFiles(dependencies, key, applicationFiles(destination.files));
      if (!opened.ok) return opened;
      return service.createApplication(writeApplication(destination, reference), opened.value);
    },
    readAnswers: createReader(dependencies),
    findApplication: (reference, age) => service.findApplication(reference, clock.now() - age),
  };
}

/** Milliseconds for opening the files of one request; if it takes longer, they are not sent this time. */
const LONGEST_OPENING = 5_000;

async function openFiles(
  { staging, clock }: Pick<GatewayDependencies, 'staging' | 'clock'>,
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

function createReader({ service, readBack, clock }: GatewayDependencies): ServiceGateway['readAnswers'] {
  const ways = allWays.filter(({ by }) => readBack === 'auto' || readBack === by);
  const excludedUntil = new Map<ReadBackWay | 'documents', number>();
  const working = new Set<ReadBackWay>();
  const isTried = (what: ReadBackWay | 'documents') => (excludedUntil.get(what) ?? 0) <= clock.monotonic();
  const exclude = (what: ReadBackWay | 'documents') =>
    excludedUntil.set(what, clock.monotonic() + FORGET_AFTER);
  const showsDocuments = () => readBack !== 'none' && isTried('documents');

  /** A service that refuses to show documents must not hide the answers as well. */
  async function readOneWay(
    application: ApplicationId,
    way: ReadBackWay,
    wish: HeldWish,
  ): Promise<HeldReply> {
    const documents = wish.documents && showsDocuments();
    const reply = await service.readHeldAnswers(application, way, { documents });
    if (!documents || reply.ok || reply.error.kind !== 'impossible' || reply.error.of !== 'service')
      return reply;
    const plain = await service.readHeldAnswers(application, way, { documents: false });
    if (plain.ok) exclude('documents');
    return plain;
  }

  /** What the service does not do at all is not tried again for a while; after it worked once only at a second refusal. */
  function isOdd(way: ReadBackWay): boolean {
    const isNew = !working.delete(way);
    if (isNew) exclude(way);
    return !isNew;
  }

  return async (application, wish) => {
    let mayShow = false;
    for (const way of ways.filter(isTried)) {
      const reply = await readOneWay(application, way, wish);
      if (reply.ok) working.add(way);
      if (reply.ok || (reply.error.kind !== 'impossible' && reply.error.kind !== 'unproven')) return reply;
      mayShow ||= reply.error.kind === 'unproven' || (reply.error.of === 'service' && isOdd(way));
    }
    if (mayShow) return failure({ kind: 'unproven' });
    // Of a service whose answers cannot be read: its document shows these of a single application.
    if (!wish.documents || !showsDocuments()) return failure({ kind: 'impossible' });
    const documents = await service.readHeldDocuments(application);
    if (!documents.ok && documents.error.kind === 'impossible') exclude('documents');
    return documents;
  };
}

export type Finding =
  /** With the service's own copies: more than one when it was sent more often. */
  | { readonly kind: 'same'; readonly copies: readonly [HeldAnswer, ...HeldAnswer[]] }
  /** The question is answered otherwise. */
  | { readonly kind: 'other' }
  | { readonly kind: 'absent' }
  /** The service does not say which question an answer belongs to, and nothing else tells. */
  | { readonly kind: 'impossible' };

/** @param isOneOfSeveral other files of the same question differ by their names */
export function findAnswer(
  wanted: AnswerToSend,
  held: readonly HeldAnswer[],
  isOneOfSeveral: boolean,
): Finding {
  const matching = matchQuestion(wanted, held);
  if (matching === null) return { kind: 'impossible' };
  const isSame = ({ attributes }: HeldAnswer) => hasValue(attributes, wanted.value);
  const [first, ...more] = matching.filter(isSame);
  if (first !== undefined) return { kind: 'same', copies: [first, ...more] };
  const [likely, ...others] = matching.filter(({ attributes }) => mayBe(attributes, wanted.value));
  if (likely === undefined)
    return matching.length === 0 || isOneOfSeveral ? { kind: 'absent' } : { kind: 'other' };
  // Any of several may be meant by it: taken for this one, another could be lost; for none, this one be sent twice.
  return isOneOfSeveral ? { kind: 'impossible' } : { kind: 'same', copies: [likely, ...others] };
}

/** It shows not which answer it is, or the name of a file in the writing of the service. */
const mayBe = (held: Attributes, value: OutgoingValue): boolean =>
  isSilent(held, value) || (value.kind === 'document' && hasSafeName(held, value.file.name));

/** By the question's id; where an answer tells none, by title and type, if these are this question's alone. */
function matchQuestion(wanted: AnswerToSend, held: readonly HeldAnswer[]): readonly HeldAnswer[] | null {
  const nameless = held.filter(({ question }) => question === null);
  if (nameless.some(({ title }) => title === null)) return null;
  const alike = nameless.filter((one) => isAlike(wanted, one));
  if (alike.length > 0 && !wanted.isDistinct) return null;
  return [...held.filter(({ question }) => question === wanted.question), ...alike];
}

const isAlike = ({ title, type }: AnswerToSend, held: HeldAnswer): boolean =>
  held.title?.trim() === title.trim() && (held.type === null || held.type === type);

type Attributes = HeldAnswer['attributes'];

const members: Readonly<Record<Exclude<OutgoingValue['kind'], 'document'>, readonly string[]>> = {
  boolean: ['boolean_answer'],
  text: ['text_answer'],
  url: ['url_answer'],
  number: ['number_answer'],
  date: ['date_answer'],
  date_range: ['date_from_answer', 'date_to_answer'],
  choice: ['multiple_choice_answer'],
};

/** Shows that there is an answer, but not which: then there is nothing that could differ. */
const isSilent = (held: Attributes, { kind }: OutgoingValue): boolean =>
  kind === 'document'
    ? shownNames(held).length === 0
    : members[kind].every((member) => held[member] === undefined);

function hasValue(held: Attributes, value: OutgoingValue): boolean {
  switch (value.kind) {
    case 'boolean':
      return held['boolean_answer'] === value.value;
    case 'text':
      return isText(held['text_answer'], value.text);
    case 'url':
      return isAddress(held['url_answer'], value.text);
    case 'number':
      return isNumber(held['number_answer'], value.text);
    case 'date':
      return isDay(held['date_answer'], value.day);
    case 'date_range':
      return isDay(held['date_from_answer'], value.from) && isDay(held['date_to_answer'], value.to);
    case 'choice':
      return isSet(held['multiple_choice_answer'], value.options);
    case 'document':
      return isFile(held, value.file.name);
    default:
      return unreachable(value);
  }
}

/**
 * Line ends, spaces, invisible signs, and the five signs that HTML escapes are what services change first. Marks
 * are joined in groups of 30 (UAX #15, Stream-Safe Text): to order a long row of them takes the square of its length.
 */
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

const isText = (held: unknown, sent: string): boolean =>
  typeof held === 'string' && plain(held) === plain(sent);

/** With and without the slash at its end, the host in capitals, or what is escaped in addresses. */
const isAddress = (held: unknown, sent: string): boolean =>
  typeof held === 'string' && writeAddress(held) === writeAddress(sent);

function writeAddress(text: string): string {
  const address = plain(text);
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '');
}

/** `7`, `7.0` and `+7` are one number; digits are compared as text, where the service has not lost some itself. */
const isNumber = (held: unknown, sent: string): boolean =>
  typeof held === 'number'
    ? held === Number(sent)
    : typeof held === 'string' && decimal(held) === decimal(sent);

function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.replace(/(?<!0)0+$/, '')}`;
  if (whole === '' && fraction === '') return text;
  return sign === '-' && digits !== '0.' ? `-${digits}` : digits;
}

/** `''` is an end that was not given. A time behind the day is the service's own. */
const isDay = (held: unknown, sent: string): boolean =>
  typeof held === 'string' && held !== ''
    ? held === sent || held.startsWith(`${sent}T`)
    : (held ?? '') === sent;

function isSet(held: unknown, sent: readonly string[]): boolean {
  if (!Array.isArray(held) || !held.every((one) => typeof one === 'string')) return false;
  const wanted = new Set(sent.map(plain));
  const found = new Set(held.map(plain));
  return wanted.size === found.size && [...wanted].every((one) => found.has(one));
}

/** The content cannot be compared, because the service does not show it. */
const isFile = (held: Attributes, name: string): boolean =>
  shownNames(held).some((one) => plain(one) === plain(name));

/** Whether it is a file of just this name. */
export const isExactlyNamed = ({ attributes }: HeldAnswer, name: string): boolean => isFile(attributes, name);

/** The same, or in the writing of the service. */
export const isNamed = ({ attributes }: HeldAnswer, name: string): boolean =>
  isFile(attributes, name) || hasSafeName(attributes, name);

function shownNames(held: Attributes): readonly string[] {
  const document = held['document_answer'];
  const attachments = held['attachments'];
  return [document, ...(Array.isArray(attachments) ? attachments : [])].flatMap(fileNames);
}

/** The document says that there is an object, not what its members are. */
function fileNames(shown: unknown): readonly string[] {
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([member, value]) =>
    /name$/i.test(member) && typeof value === 'string' ? [value] : [],
  );
}

const hasSafeName = (held: Attributes, name: string): boolean =>
  shownNames(held).some((one) => /^[ -~]*$/.test(one) && safeName(one) === safeName(name));

/** What services keep of a name at least: letters without accents, and digits. They drop other signs, or write one for all. */
export const safeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
