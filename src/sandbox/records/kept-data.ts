/** The stored data of a sandbox, as it is saved and restored, and a reader of saved data that validates all of it. */
import type { HeldFiles, StoredFile } from '../files/file-store.ts';
import { isObject } from '../json.ts';
import type { Identifier } from '../json-api.ts';
import {
  type Read,
  readBoolean,
  readListOf,
  readNullable,
  readObject,
  readRecordOf,
  readText,
  readTexts,
  readWhole,
} from '../readers.ts';
import type { Linkage } from '../resources/stored-resource.ts';
import type { HeldTags, KnownTag } from '../tags/tag-catalogue.ts';
import type {
  AnswerRecord,
  AnswerValue,
  ApplicationRecord,
  AttachmentRecord,
  HeldRecords,
  JobSeekerRecord,
  TagRecord,
} from './record-store.ts';

export interface KeptData {
  readonly records: HeldRecords;
  readonly tags: HeldTags;
  readonly files: HeldFiles;
}

/** The same as JSON: contents of files are named by their SHA-256 and stored separately. */
interface KeptText {
  readonly format: typeof KEPT_FORMAT;
  readonly version: typeof KEPT_VERSION;
  readonly records: HeldRecords;
  readonly tags: HeldTags;
  readonly files: readonly StoredFile[];
  /** The oldest first. */
  readonly contents: readonly string[];
}

const KEPT_FORMAT = 'apply-form sandbox';

/** A sandbox reads only its own version. */
const KEPT_VERSION = 1;

export const keptText = ({ records, tags, files }: KeptData): KeptText => ({
  format: KEPT_FORMAT,
  version: KEPT_VERSION,
  records,
  tags,
  files: files.files,
  contents: [...files.contents.keys()],
});

const readId: Read<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const readSize = readWhole(0, Number.MAX_SAFE_INTEGER);
const readDigest: Read<string> = (value) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined;

/** An ISO date-time as `toISOString` writes it. */
const readTime: Read<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Any JSON value; undefined means that it is missing. */
const readAnything: Read<unknown> = (value) => value;

const readNumber: Read<number> = (value) => (typeof value === 'number' ? value : undefined);
const readTag: Read<TagRecord> = readObject({ context: readNullable(readText), name: readText });
const readIdentifier: Read<Identifier> = readObject({ type: readText, id: readText });
const readLinkage: Read<Linkage> = (value) =>
  value === null ? null : (readIdentifier(value) ?? readListOf(readIdentifier)(value));

/** A file that a record names; the digest is unknown for a file that was given only by its signed id. */
const readNamedFile: Read<StoredFile> = readObject({
  id: readId,
  filename: readText,
  type: readText,
  size: readSize,
  sha256: readText,
});

const readAttachment: Read<AttachmentRecord> = readObject({ context: readText, file: readNamedFile });

const readApplication: Read<ApplicationRecord> = readObject({
  id: readId,
  uuid: readId,
  jobId: readId,
  candidateId: readId,
  attributes: readRecordOf(readAnything),
  tags: readListOf(readTag),
  attachments: readListOf(readAttachment),
  told: readRecordOf(readAnything),
  aiScore: readNullable(readRecordOf(readAnything)),
  averageRating: readNullable(readNumber),
  stagedAt: readTime,
  links: readRecordOf(readLinkage),
  createdAt: readTime,
  updatedAt: readTime,
});

const readJobSeeker: Read<JobSeekerRecord> = readObject({
  id: readId,
  candidateId: readId,
  tags: readListOf(readTag),
  createdAt: readTime,
  updatedAt: readTime,
});

const readTextOrTruth: Read<string | boolean> = (value) => readText(value) ?? readBoolean(value);

const readAnswerValue: Read<AnswerValue> = readObject({
  attributes: readRecordOf(readTextOrTruth),
  options: readNullable(readTexts),
  document: readNullable(readNamedFile),
});

const readAnswer: Read<AnswerRecord> = readObject({
  id: readId,
  applicationId: readId,
  questionId: readId,
  value: readAnswerValue,
  createdAt: readTime,
  updatedAt: readTime,
});

const readKnownTag: Read<KnownTag> = readObject({
  context: readNullable(readText),
  name: readText,
  filterable: readBoolean,
});

const readStoredFile: Read<StoredFile> = readObject({
  id: readId,
  filename: readText,
  type: readText,
  size: readSize,
  sha256: readDigest,
});

type Body = Omit<KeptText, 'format' | 'version'>;

const members: { readonly [Name in keyof Body]: Read<Body[Name]> } = {
  records: readObject({
    applications: readListOf(readApplication),
    answers: readListOf(readAnswer),
    jobSeekers: readListOf(readJobSeeker),
  }),
  tags: readObject({ contexts: readTexts, tags: readListOf(readKnownTag) }),
  files: readListOf(readStoredFile),
  contents: readListOf(readDigest),
};

const readBody: Read<Body> = readObject(members);

/** The saved data, or what is wrong with it, as the end of the sentence "FILE …". */
export function readKept(value: unknown): { readonly kept: Body } | { readonly complaint: string } {
  if (!isObject(value)) return { complaint: 'is not JSON of a sandbox' };
  const { format, version } = value;
  if (format !== KEPT_FORMAT) return { complaint: 'is not a data file of a sandbox' };
  if (version !== KEPT_VERSION) {
    return {
      complaint: `has version ${JSON.stringify(version)}; this sandbox reads version ${KEPT_VERSION}`,
    };
  }
  const kept = readBody(value);
  if (kept !== undefined) return { kept };
  const wrong = Object.entries<Read<unknown>>(members).find(
    ([name, read]) => read(value[name]) === undefined,
  );
  return { complaint: `is damaged: its ${wrong?.[0] ?? 'content'} cannot be read` };
}
