import type { FileSnapshot, StoredFile } from '../files/file-store.ts';
import { at, isObject } from '../json.ts';
import type { Identifier } from '../json-api.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import type { SampleForm } from '../sample-form.ts';
import type { TagSnapshot } from '../tags/tag-catalogue.ts';
import { noRecords, type RecordSnapshot } from './record-store.ts';

/** The initial content of a sandbox, without its forms. */
export interface SampleData {
  readonly records: RecordSnapshot;
  /** The read-only types, and additional members of sample candidates and job seekers, by `resourceKey`. */
  readonly resources: ReadonlyMap<string, StoredResource>;
  /** Their jobs and questions can be read, but the control and the demo do not offer them. */
  readonly forms: readonly SampleForm[];
  readonly files: FileSnapshot;
}

export const resourceKey = ({ type, id }: Identifier): string => `${type} ${id}`;

export const noSamples: SampleData = {
  records: noRecords,
  resources: new Map(),
  forms: [],
  files: { files: [], contents: new Map() },
};

/** The stored data of a sandbox, for saving and restoring. */
export interface KeptData {
  readonly records: RecordSnapshot;
  readonly tags: TagSnapshot;
  readonly files: FileSnapshot;
}

/** `KeptData` as JSON. File contents are referenced by their SHA-256 and stored separately. */
interface KeptText {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly records: RecordSnapshot;
  readonly tags: TagSnapshot;
  readonly files: readonly StoredFile[];
  /** Oldest first. */
  readonly contents: readonly string[];
}

const FORMAT = 'apply-form sandbox';

/** A sandbox reads only its own version. */
const VERSION = 2;

export const keptText = ({ records, tags, files }: KeptData): KeptText => ({
  format: FORMAT,
  version: VERSION,
  records,
  tags,
  files: files.files,
  contents: [...files.contents.keys()],
});

/** Returns the saved data, or its fault as the end of the sentence "FILE …". */
export function readKept(value: unknown): { readonly kept: KeptText } | { readonly complaint: string } {
  if (at(value, 'format') !== FORMAT) return { complaint: 'is not a data file of a sandbox' };
  if (at(value, 'version') !== VERSION) return { complaint: `is not of version ${VERSION}` };
  return isKept(value) ? { kept: value } : { complaint: 'is damaged' };
}

const lists =
  'records.applications records.answers records.jobSeekers tags.contexts tags.tags files contents';

/** A sandbox writes the whole file at once, so checking its lists suffices. */
const isKept = (value: unknown): value is KeptText =>
  lists.split(' ').every((name) => {
    const entries = at(value, ...name.split('.'));
    return Array.isArray(entries) && entries.every((entry) => isObject(entry) || typeof entry === 'string');
  });
