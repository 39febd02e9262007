import type { HeldFiles } from '../files/file-store.ts';
import type { Identifier } from '../json-api.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import type { SampleForm } from '../sample-form.ts';
import { noSampleRecords, type SampleRecords } from './record-store.ts';

/** The initial content of a sandbox, beside its forms. */
export interface SampleData {
  readonly records: SampleRecords;
  /** By `resourceKey`: the read-only types, and what samples add to candidates and job seekers. */
  readonly resources: ReadonlyMap<string, StoredResource>;
  /** Their jobs and questions can be read, but the control and the demo do not offer them. */
  readonly forms: readonly SampleForm[];
  readonly files: HeldFiles;
}

export const resourceKey = ({ type, id }: Identifier): string => `${type} ${id}`;

export const noSamples: SampleData = {
  records: noSampleRecords,
  resources: new Map(),
  forms: [],
  files: { files: [], contents: new Map() },
};
