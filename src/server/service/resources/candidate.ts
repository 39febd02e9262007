/** A candidate as the service returns it: the person behind one or more applications. */
import * as z from 'zod';
import { applicationId, candidateId, jobSeekerId } from '../../../core/model/ids.ts';
import { toMany, toManyOf } from './linkage.ts';
import { attachments, flag, id, tags, text } from './members.ts';

const attributes = z.object({
  first_name: text,
  last_name: text,
  middle_name: text,
  preferred_name: text,
  full_name: text,
  email: text,
  locale: text,
  phone: text,
  phone_iso2: text,
  /** Date. */
  date_of_birth: text,
  blocked: flag,
  address1: text,
  /** null for addresses in the US. */
  address2: text,
  town: text,
  /** null for addresses outside the US. */
  state_province: text,
  postcode: text,
  country: text,
  external_system_reference: text,
  /** Date-time. */
  created_at: text,
  updated_at: text,
});

/** Only where `extra_fields[candidates]` asks for them. */
const extraFields = z.object({ attachments, tags });

const relationships = z.object({
  applications: toManyOf('applications', applicationId),
  hris_references: toMany('hris_exports'),
  job_seekers: toManyOf('job_seekers', jobSeekerId),
  skills: toMany('skills'),
  custom_attributes: toMany('custom_attributes'),
});

export const candidateResource = z.object({
  type: z.literal('candidates'),
  id: id.transform(candidateId),
  attributes: attributes.extend(extraFields.shape).catch({}).default({}),
  relationships: relationships.catch({}).default({}),
});

export type CandidateResource = z.output<typeof candidateResource>;
export type CandidateExtraField = keyof z.output<typeof extraFields>;

/** What `fields[candidates]` may name; a relationship that is included and not named here comes without its linkage. */
export type CandidateField = 'id' | keyof z.output<typeof attributes> | keyof z.output<typeof relationships>;
