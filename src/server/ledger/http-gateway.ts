/**
 * The ledger's access to the service: sends items, reads back answers, and compares them with what was sent, each type
 * by its own rules.
 */

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
  ReadBackAnswers,
  ReadBackReply,
  ReadBackScope,
  ReadBackWay,
  ServiceAnswer,
  Unproven,
} from '../service/read-back.ts';
import type { ServiceError } from '../service/service-error.ts';

export type JobDestination = Extract<Destination, { kind: 'job' }>;

/** An answer with its title and type, which identify it at a service whose answers do not name their question. */
export type AnswerToSend = Omit<LedgerAnswer, 'parent' | 'fingerprint'>;

export type { ReadBackAnswers, ReadBackScope, ServiceAnswer };

export type GatewayError = ServiceError | { readonly kind: 'impossible' } | Unproven;

/** A file to be sent no longer exists, so nothing was sent. */
export interface FileGone {
  readonly kind: 'file_gone';
  readonly file: FileId;
}

export interface ServiceGateway {
  /** The time limit, in milliseconds, of a write that carries files of this many bytes. */
  limitOf(bytes: number): number;
  /**
   * Sends one request and never repeats it: a POST, or a PATCH for a document of the application itself. Gives the
   * service's id; null for a document.
   */
  sendAnswer(
    key: SubjectKey,
    answer: AnswerToSend,
    application: ApplicationId,
  ): Promise<Outcome<string | null, ServiceError | FileGone>>;
  /** Sends one POST with the application's files. */
  makeApplication(
    key: SubjectKey,
    destination: JobDestination,
    reference: Reference,
  ): Promise<Outcome<ApplicationId, ServiceError | FileGone>>;
  /**
   * Tries each way of reading until one works, so up to eighteen reads. `impossible`: this service does not show its
   * answers; `unproven`: this time it did not. Answers and documents are judged separately.
   */
  readAnswers(
    application: ApplicationId,
    wish: ReadBackScope,
  ): Promise<Outcome<ReadBackAnswers, GatewayError>>;
  /**
   * Finds the application that carries our reference; null if there is none.
   * @param age milliseconds: the application is at most this old. An age, because the store may have another clock
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
      // `openFiles` gives as many files as it gets.
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

/** Milliseconds for opening the files of one request. If it takes longer, they are not sent this time. */
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
    // The mark was fresh; after a pause here, another worker may have read back and sent the item already.
    if (file === 'unreadable' || clock.monotonic() - begun > LONGEST_OPENING)
      return failure({ kind: 'unreadable_file' });
    opened.push(file);
  }
  return success(opened);
}

/** Named option: `auto` tries all ways; `none` never reads back. */
export const readBackOptions = ['auto', 'single', 'list', 'none'] as const;
export type ReadBack = (typeof readBackOptions)[number];

/** Named option: how to treat an unclear answer if the service cannot be read back. */
export const withoutReadBackOptions = ['park', 'resend'] as const;
export type WithoutReadBack = (typeof withoutReadBackOptions)[number];

/** Milliseconds until a way that failed is tried again. */
const FORGET_AFTER = 600_000;

/** Best first: ways that take one request and name the question of each answer. */
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
  const mayTry = (what: ReadBackWay | 'documents') => (excludedUntil.get(what) ?? 0) <= clock.monotonic();
  const exclude = (what: ReadBackWay | 'documents') =>
    excludedUntil.set(what, clock.monotonic() + FORGET_AFTER);
  const showsDocuments = () => readBack !== 'none' && mayTry('documents');

  /** Reads without documents if the service refuses to show them, so that it still shows the answers. */
  async function readOneWay(
    application: ApplicationId,
    way: ReadBackWay,
    wish: ReadBackScope,
  ): Promise<ReadBackReply> {
    const documents = wish.documents && showsDocuments();
    const reply = await service.readServiceAnswers(application, way, { documents });
    if (!documents || reply.ok || reply.error.kind !== 'impossible' || reply.error.of !== 'service')
      return reply;
    const onlyAnswers = await service.readServiceAnswers(application, way, { documents: false });
    if (onlyAnswers.ok) exclude('documents');
    return onlyAnswers;
  }

  /** Excludes a way at its first refusal, or at the second one in a row if it worked before. */
  function excludeUnlessWorking(way: ReadBackWay): { readonly wasWorking: boolean } {
    const wasWorking = working.delete(way);
    if (!wasWorking) exclude(way);
    return { wasWorking };
  }

  return async (application, wish) => {
    let mayShow = false;
    for (const way of ways.filter(mayTry)) {
      const reply = await readOneWay(application, way, wish);
      if (reply.ok) working.add(way);
      if (reply.ok || (reply.error.kind !== 'impossible' && reply.error.kind !== 'unproven')) return reply;
      mayShow ||=
        reply.error.kind === 'unproven' ||
        (reply.error.of === 'service' && excludeUnlessWorking(way).wasWorking);
    }
    if (mayShow) return failure({ kind: 'unproven' });
    // Even if answers cannot be read, a single application shows its documents, according to the service's document.
    if (!wish.documents || !showsDocuments()) return failure({ kind: 'impossible' });
    const documents = await service.readServiceDocuments(application);
    if (!documents.ok && documents.error.kind === 'impossible') exclude('documents');
    return documents;
  };
}

export type Finding =
  /** `copies`: the service's answers with this value, more than one if it was sent repeatedly. */
  | { readonly kind: 'same'; readonly copies: readonly [ServiceAnswer, ...ServiceAnswer[]] }
  /** The question has another value. */
  | { readonly kind: 'other' }
  | { readonly kind: 'absent' }
  /** The service does not say which question an answer belongs to, and title and type do not tell either. */
  | { readonly kind: 'impossible' };

/** @param isOneOfSeveral the question has several files, which differ by name */
export function findAnswer(
  wanted: AnswerToSend,
  stored: readonly ServiceAnswer[],
  isOneOfSeveral: boolean,
): Finding {
  const matching = matchQuestion(wanted, stored);
  if (matching === null) return { kind: 'impossible' };
  const isSame = ({ attributes }: ServiceAnswer) => hasValue(attributes, wanted.value);
  const [first, ...more] = matching.filter(isSame);
  if (first !== undefined) return { kind: 'same', copies: [first, ...more] };
  const [likely, ...others] = matching.filter(({ attributes }) => mayBe(attributes, wanted.value));
  if (likely === undefined)
    return matching.length === 0 || isOneOfSeveral ? { kind: 'absent' } : { kind: 'other' };
  // The stored file may be any of several. Taking it for this one could lose another; ignoring it could send this one
  // twice.
  return isOneOfSeveral ? { kind: 'impossible' } : { kind: 'same', copies: [likely, ...others] };
}

/** The stored answer shows no value, or a file name as the service rewrites it. */
const mayBe = (stored: Attributes, value: OutgoingValue): boolean =>
  isSilent(stored, value) || (value.kind === 'document' && hasSafeName(stored, value.file.name));

/** Matches by the question's id. An answer without one is matched by title and type if these are unique in the form. */
function matchQuestion(
  wanted: AnswerToSend,
  stored: readonly ServiceAnswer[],
): readonly ServiceAnswer[] | null {
  const nameless = stored.filter(({ question }) => question === null);
  if (nameless.some(({ title }) => title === null)) return null;
  const alike = nameless.filter((answer) => isAlike(wanted, answer));
  if (alike.length > 0 && !wanted.isDistinct) return null;
  return [...stored.filter(({ question }) => question === wanted.question), ...alike];
}

const isAlike = ({ title, type }: AnswerToSend, stored: ServiceAnswer): boolean =>
  stored.title?.trim() === title.trim() && (stored.type === null || stored.type === type);

type Attributes = ServiceAnswer['attributes'];

const members: Readonly<Record<Exclude<OutgoingValue['kind'], 'document'>, readonly string[]>> = {
  boolean: ['boolean_answer'],
  text: ['text_answer'],
  url: ['url_answer'],
  number: ['number_answer'],
  date: ['date_answer'],
  date_range: ['date_from_answer', 'date_to_answer'],
  choice: ['multiple_choice_answer'],
};

/** The service shows that there is an answer, but not its value, so there is nothing to compare. */
const isSilent = (stored: Attributes, { kind }: OutgoingValue): boolean =>
  kind === 'document'
    ? shownNames(stored).length === 0
    : members[kind].every((member) => stored[member] === undefined);

function hasValue(stored: Attributes, value: OutgoingValue): boolean {
  switch (value.kind) {
    case 'boolean':
      return stored['boolean_answer'] === value.value;
    case 'text':
      return isText(stored['text_answer'], value.text);
    case 'url':
      return isAddress(stored['url_answer'], value.text);
    case 'number':
      return isNumber(stored['number_answer'], value.text);
    case 'date':
      return isDay(stored['date_answer'], value.day);
    case 'date_range':
      return isDay(stored['date_from_answer'], value.from) && isDay(stored['date_to_answer'], value.to);
    case 'choice':
      return isSet(stored['multiple_choice_answer'], value.options);
    case 'document':
      return isFile(stored, value.file.name);
    default:
      return unreachable(value);
  }
}

/**
 * Removes differences that services introduce: line ends, spaces, invisible characters, and the five characters that
 * HTML escapes. Marks are split into groups of 30 (UAX #15, Stream-Safe Text), because ordering a long run of marks
 * takes quadratic time.
 */
const normalizeText = (text: string): string =>
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

const isText = (stored: unknown, sent: string): boolean =>
  typeof stored === 'string' && normalizeText(stored) === normalizeText(sent);

/** Ignores a slash at the end, capitals in the host, and escaping. */
const isAddress = (stored: unknown, sent: string): boolean =>
  typeof stored === 'string' && normalizeAddress(stored) === normalizeAddress(sent);

function normalizeAddress(text: string): string {
  const address = normalizeText(text);
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '');
}

/** `7`, `7.0` and `+7` are equal. Digits are compared as text, unless the service stores a JSON number. */
const isNumber = (stored: unknown, sent: string): boolean =>
  typeof stored === 'number'
    ? stored === Number(sent)
    : typeof stored === 'string' && normalizeDecimal(stored) === normalizeDecimal(sent);

function normalizeDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.replace(/(?<!0)0+$/, '')}`;
  if (whole === '' && fraction === '') return text;
  return sign === '-' && digits !== '0.' ? `-${digits}` : digits;
}

/** `''` is an end of a range that was not given. The service may append a time to the day. */
const isDay = (stored: unknown, sent: string): boolean =>
  typeof stored === 'string' && stored !== ''
    ? stored === sent || stored.startsWith(`${sent}T`)
    : (stored ?? '') === sent;

function isSet(stored: unknown, sent: readonly string[]): boolean {
  if (!Array.isArray(stored) || !stored.every((option) => typeof option === 'string')) return false;
  const wanted = new Set(sent.map(normalizeText));
  const found = new Set(stored.map(normalizeText));
  return wanted.size === found.size && [...wanted].every((option) => found.has(option));
}

/** Compares names, because the service does not show the content. */
const isFile = (stored: Attributes, name: string): boolean =>
  shownNames(stored).some((shown) => normalizeText(shown) === normalizeText(name));

/** Whether a stored file has exactly this name. */
export const isExactlyNamed = ({ attributes }: ServiceAnswer, name: string): boolean =>
  isFile(attributes, name);

/** Whether a stored file has this name, possibly as the service rewrites names. */
export const isNamed = ({ attributes }: ServiceAnswer, name: string): boolean =>
  isFile(attributes, name) || hasSafeName(attributes, name);

function shownNames(stored: Attributes): readonly string[] {
  const document = stored['document_answer'];
  const attachments = stored['attachments'];
  return [document, ...(Array.isArray(attachments) ? attachments : [])].flatMap(fileNames);
}

/** Reads every member that may be a name, because the service's document does not list the members. */
function fileNames(shown: unknown): readonly string[] {
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([member, value]) =>
    /name$/i.test(member) && typeof value === 'string' ? [value] : [],
  );
}

const hasSafeName = (stored: Attributes, name: string): boolean =>
  shownNames(stored).some((shown) => /^[ -~]*$/.test(shown) && safeName(shown) === safeName(name));

/** The part of a name that services preserve: letters without accents, and digits. */
export const safeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
