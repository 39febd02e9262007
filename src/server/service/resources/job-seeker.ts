/** A job seeker as the service returns it. The document shows its tags alone; what else comes is handed on unread. */
import * as z from 'zod';
import { jobSeekerId } from '../../../core/model/ids.ts';
import { anyRelationships } from './linkage.ts';
import { id, tags } from './members.ts';

/** Only where `extra_fields[job_seekers]` asks for them. */
const extraFields = z.looseObject({ tags });

export const jobSeekerResource = z.object({
  type: z.literal('job_seekers'),
  id: id.transform(jobSeekerId),
  attributes: extraFields.catch({}).default({}),
  relationships: anyRelationships,
});

export type JobSeekerResource = z.output<typeof jobSeekerResource>;
export type JobSeekerExtraField = 'tags';
