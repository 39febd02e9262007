import { type ResourceType, readOnly, toMany, toOne } from './resource-type.ts';
import { tagAttributes } from './tag-attributes.ts';

/**
 * The document shows the tag fields and `tags` alone. The times and both relationships are readings: the other sides of
 * `candidates.job_seekers` and of an answer's `answerable`.
 */
export const jobSeekers: ResourceType = {
  type: 'job_seekers',
  attributes: new Map([...readOnly('created_at updated_at'), ...tagAttributes]),
  extraFields: ['tags'],
  relationships: [toOne('candidate', 'candidates'), toMany('answers', 'answers')],
};
