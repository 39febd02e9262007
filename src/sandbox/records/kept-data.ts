import type { HeldFiles, StoredFile } from '../files/file-store.ts';
import { isObject } from '../json.ts';
import type { Identifier } from '../json-api.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import type { SampleForm } from '../sample-form.ts';
import type { HeldTags } from '../tags/tag-catalogue.ts';
import { type HeldRecords, noRecords } from './record-store.ts';

/** The initial content of a sandbox, beside its forms. */
export interface SampleData {
  readonly records: HeldRecords;
  /** By `resourceKey`: the read-only types, and what samples add to candidates and job seekers. */
  readonly resources: ReadonlyMap<string, StoredResource>;
  /** Their jobs and questions can be read, but the control and the demo do not offer them. */
  readonly forms: readonly SampleForm[];
  readonly files: HeldFiles;
}

export const resourceKey = ({ type, id }: Identifier): string => `${type} ${id}`;

export const noSamples: SampleData = {
  records: noRecords,
  resources: new Map(),
  forms: [],
  files: { files: [], contents: new Map() },
};

/** The stored data of a sandbox, as it is saved and restored. */

export interface KeptData {
  readonly records: HeldRecords;
  readonly tags: HeldTags;
  readonly files: HeldFiles;
}

/** The same as JSON: contents of files are named by their SHA-256 and stored separately. */
interface KeptText {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly records: HeldRecords;
  readonly tags: HeldTags;
  readonly files: readonly StoredFile[];
  /** The oldest first. */
  readonly contents: readonly string[];
}

const FORMAT = 'apply-form sandbox';

/** A sandbox reads only its own version. */
const VERSION = 1;

export const keptText = ({ records, tags, files }: KeptData): KeptText => ({
  format: FORMAT,
  version: VERSION,
  records,
  tags,
  files: files.files,
  contents: [...files.contents.keys()],
});

/** The saved data, or what is wrong with it, as the end of the sentence "FILE …". */
export function readKept(value: unknown): { readonly kept: KeptText } | { readonly complaint: string } {
  if (isKept(value)) return { kept: value };
  const isOther = !isObject(value) || value['format'] !== FORMAT;
  return { complaint: isOther ? 'is not a data file of a sandbox' : `is not of version ${VERSION}` };
}

/** A file is written whole by a sandbox, so its first two members vouch for the others. */
const isKept = (value: unknown): value is KeptText =>
  isObject(value) && value['format'] === FORMAT && value['version'] === VERSION;
