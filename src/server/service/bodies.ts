/**
 * Request bodies: an answer in the form of the service's document, and a visitor's application. A body with files is
 * JSON whose base64 is written while the files are read, one after the other, with a length that is known in advance.
 * Files of any size and number therefore need only the memory of one chunk.
 */
import { writePlainValue } from '../../core/jsonapi/submissions.ts';
import { type Details, EQUALITY, textDetailNames } from '../../core/model/details.ts';
import type { ApplicationId, QuestionId, Reference } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
import type { ApplicationFiles, Destination } from '../../core/model/submission.ts';
import type { FileSource } from '../ports.ts';
import { listPath, type Write } from './send-request.ts';

interface Linkage {
  readonly type: string;
  readonly id: string;
}

interface OptionToCreate {
  readonly type: 'answer_options';
  readonly 'temp-id': string;
}

export interface AnswerBody {
  readonly data: {
    readonly type: 'answers';
    readonly attributes: Readonly<Record<string, string | boolean>>;
    readonly relationships: {
      readonly question: { readonly data: Linkage };
      readonly answerable: { readonly data: Linkage };
      readonly answer_options?: {
        readonly data: readonly (OptionToCreate & { readonly method: 'create' })[];
      };
    };
  };
  readonly included?: readonly (OptionToCreate & { readonly attributes: { readonly text: string } })[];
}

/** A value of the form, or a document as its content or as the service's signed id. */
export type ValueToWrite =
  | Exclude<OutgoingValue, { kind: 'document' }>
  | { readonly kind: 'document'; readonly file: { readonly name: string } }
  /** `data`: a data URI in base64 (RFC 2397). */
  | { readonly kind: 'document_data'; readonly data: string; readonly filename: string }
  /** The service's id of a file that it already has. */
  | { readonly kind: 'document_signed_id'; readonly signedId: string };

export interface AnswerToWrite {
  readonly question: QuestionId;
  readonly value: ValueToWrite;
}

/** A `document` value is written with its name only, because its content is too large for a string. */
export function writeAnswer(
  { question, value }: OutgoingAnswer | AnswerToWrite,
  application: ApplicationId,
): AnswerBody {
  const relationships = {
    question: { data: { type: 'questions', id: question } },
    answerable: { data: { type: 'applications', id: application } },
  };
  if (value.kind !== 'choice')
    return { data: { type: 'answers', attributes: attributesOf(value), relationships } };
  // Options carry no ids: a choice is written by creating option records with only the text.
  const options = value.options.map((text, index) => ({
    text,
    option: { type: 'answer_options', 'temp-id': `o${index + 1}` } as const,
  }));
  const created = options.map(({ option }) => ({ ...option, method: 'create' }) as const);
  return {
    data: {
      type: 'answers',
      attributes: {},
      relationships: { ...relationships, answer_options: { data: created } },
    },
    included: options.map(({ option, text }) => ({ ...option, attributes: { text } })),
  };
}

function attributesOf(value: Exclude<ValueToWrite, { kind: 'choice' }>): AnswerBody['data']['attributes'] {
  switch (value.kind) {
    case 'document':
      return { document_base64_filename: value.file.name };
    case 'document_data':
      return { document_base64_data: value.data, document_base64_filename: value.filename };
    case 'document_signed_id':
      return { document_signed_id: value.signedId };
    default:
      return writePlainValue(value);
  }
}

/** Adds the placeholder for the content of a file of this type. */
export const withContent = ({ data, ...rest }: AnswerBody, type: string): object => ({
  data: { ...data, attributes: { document_base64_data: contentOf(type), ...data.attributes } },
  ...rest,
});

/** @param file the content of a `document` value; without it the body is complete */
export function postAnswer(write: Write, body: AnswerBody, file?: FileSource): ReturnType<Write> {
  const path = listPath('answers');
  if (file !== undefined)
    return write({ path, body: createFileBody(withContent(body, file.type), [file]) }, file.size);
  const content = body.data.attributes['document_base64_data'];
  return write({ path, body: JSON.stringify(body) }, typeof content === 'string' ? content.length : 0);
}

/** Picks details by name, so that no other member is sent. */
const pickDetails = (details: Details): Details =>
  Object.fromEntries(
    ([...textDetailNames, 'phone_iso2'] as const).flatMap((name) =>
      details[name] ? [[name, details[name]]] : [],
    ),
  );

/** The files in the order of their contents in the body. */
export const applicationFiles = ({
  cv,
  cover_letter: letter,
  documents = [],
}: ApplicationFiles = {}): readonly AttachedFile[] =>
  [cv, letter, ...documents].filter((file) => file !== undefined);

const writeDocument = ({ type, name }: Pick<AttachedFile, 'type' | 'name'>): object => ({
  data: contentOf(type),
  filename: name,
});

/** Writes the files in the order of `applicationFiles`. */
function writeFiles({ cv, cover_letter: letter, documents = [] }: ApplicationFiles): object {
  const write = (name: string, { type, name: filename }: AttachedFile) => ({
    [`${name}_base64_data`]: contentOf(type),
    [`${name}_base64_filename`]: filename,
  });
  return {
    ...(cv && write('cv', cv)),
    ...(letter && write('cover_letter', letter)),
    ...(documents.length > 0 && { documents_base64: documents.map(writeDocument) }),
  };
}

/** The body of a `PATCH` that adds one document to an application. */
export const writeAddedDocument = (
  application: ApplicationId,
  file: Pick<AttachedFile, 'type' | 'name'>,
): object => ({
  data: { type: 'applications', id: application, attributes: { documents_base64: [writeDocument(file)] } },
});

export type ApplicationBody = ReturnType<typeof writeApplication>;

/** @param reference our reference, which finds an application whose creation had an unclear outcome */
export function writeApplication(
  { job, details, files = {}, equality = [], locale, source }: Extract<Destination, { kind: 'job' }>,
  reference: Reference,
) {
  const attributes: Readonly<Record<string, unknown>> = {
    ...pickDetails(details),
    ...writeFiles(files),
    ...(equality.length > 0 && { [EQUALITY]: equality }),
    external_system_reference: reference,
    ...(locale !== null && { locale }),
    ...(source !== null && { channel_source: source }),
  };
  return {
    data: { type: 'applications', attributes, relationships: { job: { data: { type: 'jobs', id: job } } } },
  } as const;
}

/** Separates the pieces of a body. Applicants cannot write it, because it is random in each process. */
const MARK = crypto.randomUUID();

/** The placeholder for a data URI in base64 (RFC 2397), whose content is written while its file is read. */
export const contentOf = (type: string): string => `data:${type};base64,${MARK}`;

/** The text of a body, split at the contents: one piece more than contents. */
export const splitAtContents = (body: object): readonly string[] => JSON.stringify(body).split(MARK);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface StreamedBody {
  /** Bytes of the whole body; another length is an error. */
  readonly length: number;
  /** Opens the files; rejects if one cannot be read, before anything is sent. */
  open(): Promise<OpenedFile>;
}

interface OpenedFile {
  readonly stream: ReadableStream<Uint8Array>;
  /** Ends the request: skips the remaining files, and closes the open one. */
  stop(): void;
}

/**
 * @param body object with `contentOf` for each file
 * @param files files in the order of their placeholders
 */
export function createFileBody(body: object, files: readonly FileSource[]): StreamedBody {
  const pieces = splitAtContents(body).map((text) => encode(text));
  if (pieces.length !== files.length + 1)
    throw new Error('The numbers of files and placeholders of a body differ.');
  const text = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const content = files.reduce((sum, { size }) => sum + Math.ceil(size / 3) * 4, 0);
  return {
    length: text + content,
    async open() {
      for (const file of files) await readBeginning(file);
      return openStream(join(pieces, files));
    },
  };
}

/** Reads the first bytes, so that an unreadable file is noticed before anything is sent. */
async function readBeginning(file: FileSource): Promise<void> {
  for await (const _ of file.chunks()) return;
}

async function* join(
  pieces: readonly Uint8Array[],
  files: readonly FileSource[],
): AsyncGenerator<Uint8Array, void> {
  for (const [index, piece] of pieces.entries()) {
    yield piece;
    const file = files[index];
    if (file !== undefined) yield* writeContent(file);
  }
}

/** A file of another length than declared fails before its last piece, so that no complete body is sent. */
async function* writeContent({ chunks, size }: FileSource): AsyncGenerator<Uint8Array, void> {
  let rest = new Uint8Array();
  let read = 0;
  for await (const chunk of chunks()) {
    read += chunk.byteLength;
    if (read > size) throw new Error('The file is longer than declared.');
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    // Multiples of three bytes can be joined without padding.
    const complete = bytes.length - (bytes.length % 3);
    if (complete > 0) yield toBase64(bytes.subarray(0, complete));
    rest = bytes.subarray(complete);
  }
  if (read < size) throw new Error('The file is shorter than declared.');
  if (rest.length > 0) yield toBase64(rest);
}

/** Works without `Buffer`, which only Node has: in multiples of three, and as many as a call may have arguments. */
function toBase64(bytes: Uint8Array): Uint8Array {
  const STEP = 8_190;
  let text = '';
  for (let from = 0; from < bytes.length; from += STEP)
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + STEP)));
  return encode(text);
}

/** Node's `fetch` reads a body to its end even after the connection is lost, so the caller has to stop the stream. */
function openStream(slices: AsyncGenerator<Uint8Array, void>): OpenedFile {
  const end = async () => void (await slices.return().catch(() => undefined));
  let isStopped = false;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await slices.next();
    if (isStopped) controller.error(new Error('The request has ended.'));
    else if (done === true) controller.close();
    else controller.enqueue(value);
  };
  const stop = () => {
    isStopped = true;
    void end();
  };
  return { stream: new ReadableStream({ pull, cancel: end }, { highWaterMark: 1 }), stop };
}
