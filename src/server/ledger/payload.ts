/**
 * What an item carries, sealed as it is stored: bound to its place and to where it goes, so that nothing stored can be
 * put elsewhere. A row that says otherwise than what was sealed for it is never sent.
 */

import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type ApplicationId, applicationId } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import type { LedgerAnswer } from '../ports.ts';
import { applicationFiles } from '../service/bodies.ts';
import type { Cipher } from './cipher.ts';
import type { AnswerToSend, JobDestination } from './http-gateway.ts';
import { type AnswerItem, isAnswer, makingOf } from './next-step.ts';
import type { Item, ItemName, StoredRecord } from './record.ts';

type AnswerPayload = Pick<AnswerToSend, 'value' | 'title' | 'type' | 'isDistinct'>;

/** Whose submission it is, and where it goes: to an application that was there, or to one that is made for a job. */
export type Addressed = Pick<StoredRecord, 'key' | 'reference' | 'application' | 'job'>;

/** Why something cannot be sent. */
export type Unopened =
  /** It is there no more. */
  | 'wiped'
  /** Sealed with a secret that this process has not: another one goes on with it. */
  | 'other_secret'
  /** It was sealed for another place or destination, or changed. */
  | 'misdirected';

export type Opened<Content> = Outcome<Content, Unopened>;

export const contextOf = (addressed: Addressed, { question, part }: ItemName): string => {
  const { key, reference, application, job } = addressed;
  return JSON.stringify(['item', key.tenant, key.subject, reference, application, job, question, part]);
};

/** Of the application that was made. */
const madeContext = ({ key, reference, job }: Addressed): string =>
  JSON.stringify(['made', key.tenant, key.subject, reference, job]);

export function sealAnswer(cipher: Cipher, addressed: Addressed, answer: LedgerAnswer): Uint8Array {
  const { value, title, type, isDistinct } = answer;
  return seal(cipher, contextOf(addressed, answer), { value, title, type, isDistinct });
}

export const applicationItem = { question: null, part: 0 } as const;

export const sealDestination = (
  cipher: Cipher,
  addressed: Addressed,
  destination: JobDestination,
): Uint8Array => seal(cipher, contextOf(addressed, applicationItem), destination);

/** The application that was made. */
interface Made {
  readonly id: string;
  /** Names of the files that it was made with: documents that follow are told from them. */
  readonly files: readonly string[];
}

/** Replaces the payload that made the application, so that a changed row cannot name another one. */
export const sealMade = (
  cipher: Cipher,
  addressed: Addressed,
  id: string,
  files: readonly string[] = [],
): Uint8Array => seal(cipher, madeContext(addressed), { id, files });

// Made once, because creating an encoder takes longer than encoding an answer.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const seal = (cipher: Cipher, context: string, content: AnswerPayload | JobDestination | Made) =>
  cipher.seal(context, encoder.encode(JSON.stringify(content)));

export function openAnswer(cipher: Cipher, addressed: Addressed, item: AnswerItem): Opened<AnswerToSend> {
  const { question, part } = item;
  const opened = open<AnswerPayload>(cipher, contextOf(addressed, item), item.payload);
  if (!opened.ok) return opened;
  const { value } = opened.value;
  const named = value.kind === 'document' ? [value.file] : [];
  return carries(item, named) ? success({ ...opened.value, question, part }) : failure('misdirected');
}

/** The files of its row are those that were sealed. */
const carries = ({ files }: Pick<Item, 'files'>, named: readonly AttachedFile[]): boolean =>
  files.length === named.length && named.every(({ id }, place) => id === files[place]);

export const openDestination = (
  cipher: Cipher,
  addressed: Addressed,
  item: Pick<Item, 'payload' | 'files'>,
): Opened<JobDestination> => {
  const opened = open<JobDestination>(cipher, contextOf(addressed, applicationItem), item.payload);
  if (!opened.ok) return opened;
  return carries(item, applicationFiles(opened.value.files)) ? opened : failure('misdirected');
};

/** Where the answers go. Of one that was there, that is sealed with each of them. */
export function openApplication(
  cipher: Cipher,
  record: Addressed & Pick<StoredRecord, 'items'>,
): Opened<ApplicationId> {
  const making = makingOf(record);
  if (making === null)
    return record.application === null ? failure('misdirected') : success(record.application);
  const made = openMade(cipher, record, making);
  return made.ok ? success(applicationId(made.value.id)) : made;
}

/** @param making that was delivered */
export function openMade(cipher: Cipher, addressed: Addressed, making: Item): Opened<Made> {
  const { serviceId, payload } = making;
  if (serviceId === null || payload === null) return failure('misdirected');
  const opened = open<Made>(cipher, madeContext(addressed), payload);
  return !opened.ok || opened.value.id === serviceId ? opened : failure('misdirected');
}

/** Of the files that the application is made with, or was; null: they cannot be read. */
export function namesOfApplication(
  cipher: Cipher,
  record: Addressed & Pick<StoredRecord, 'items'>,
): readonly string[] | null {
  const making = makingOf(record);
  if (making === null) return [];
  const made = openMade(cipher, record, making);
  if (made.ok) return made.value.files;
  const destination = openDestination(cipher, record, making);
  return destination.ok ? applicationFiles(destination.value.files).map(({ name }) => name) : null;
}

/** null: it is none, or cannot be read. */
export function nameOfFile(cipher: Cipher, addressed: Addressed, item: AnswerItem): string | null {
  const opened = openAnswer(cipher, addressed, item);
  return opened.ok && opened.value.value.kind === 'document' ? opened.value.value.file.name : null;
}

/** null: it can be sent. */
export function findFault(
  cipher: Cipher,
  record: Addressed & Pick<StoredRecord, 'items'>,
  item: Item,
): Unopened | null {
  if (!isAnswer(item)) return faultOf(openDestination(cipher, record, item));
  return faultOf(openAnswer(cipher, record, item)) ?? faultOf(openApplication(cipher, record));
}

const faultOf = (opened: Opened<unknown>): Unopened | null => (opened.ok ? null : opened.error);

/** What opens was sealed here. */
function open<Content>(cipher: Cipher, context: string, payload: Uint8Array | null): Opened<Content> {
  if (payload === null) return failure('wiped');
  if (!cipher.knows(payload)) return failure('other_secret');
  const bytes = cipher.open(context, payload);
  return bytes === null ? failure('misdirected') : success(JSON.parse(decoder.decode(bytes)));
}
