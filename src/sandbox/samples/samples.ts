import { decodeBase64 } from '../files/data-uri.ts';
import { sampleJobs } from '../forms/sample-jobs.ts';
import { resourceKey, type SampleData } from '../records/data-file.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import samples from './samples.json' with { type: 'json' };

/**
 * Seven applications with every relationship filled: to an external and a confidential job by one person, in the US,
 * rejected, hired, internal and concealed. All data is fictitious: the phone numbers are those that Ofcom reserves for
 * drama, the national identifier is that of the authority's own guidance.
 */
const { applications, answers, jobSeekers, files, contents } = samples;

interface SampleResource extends Pick<StoredResource, 'type' | 'id' | 'attributes'> {
  readonly links?: StoredResource['links'];
}

const stored = ({ links = {}, ...resource }: SampleResource): StoredResource => ({
  ...resource,
  extraFields: resource.type === 'answers' ? { attachments: [] } : {},
  links,
});

export const allSamples: SampleData = {
  records: { applications, answers, jobSeekers },
  resources: new Map(samples.resources.map((resource) => [resourceKey(resource), stored(resource)])),
  forms: sampleJobs,
  files: {
    files,
    contents: new Map(Object.entries(contents).map(([sha256, text]) => [sha256, decodeBase64(text)])),
  },
};
