import type { JobSeekerRecord } from '../records/record-store.ts';
import { shownTag } from './stored-application.ts';
import type { StoredResource } from './stored-resource.ts';

export const storedJobSeeker = (
  { id, candidateId, tags, createdAt, updatedAt }: JobSeekerRecord,
  sample: StoredResource | undefined,
): StoredResource => ({
  id,
  type: 'job_seekers',
  attributes: { created_at: createdAt, updated_at: updatedAt },
  extraFields: { tags: tags.map(shownTag) },
  links: { candidate: { type: 'candidates', id: candidateId }, answers: [], ...sample?.links },
});
