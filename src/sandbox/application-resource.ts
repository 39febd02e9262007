import { notIncluded, type Relationship, type Resource } from './json-api.ts';
import type { AnswerRecord, ApplicationRecord } from './record-store.ts';
import { applications } from './resource-types/applications.ts';
import { attributeNames } from './resource-types/resource-type.ts';

/** The relationship names of applications, in the document's order. */
export const relationshipNames = applications.relationships.map(({ name }) => name);

/** Read-only, and never told here: whose application it is would have to be known. */
const unknownOfEverybody = [
  'country_code',
  'country_code_alpha3',
  'country_name',
  'national_identifier',
  'ai_score',
] as const;

/** Nobody stands behind an application that the control made: what would name a person is null, but for its phone. */
export function applicationResource(
  application: ApplicationRecord,
  answers: readonly AnswerRecord[] | null,
): Resource {
  const { id, uuid, jobId, createdAt, updatedAt } = application;
  return {
    id,
    type: 'applications',
    attributes: {
      uuid,
      created_at: createdAt,
      updated_at: updatedAt,
      candidate_id: Number(id),
      job_id: Number(jobId),
      job_posting_id: null,
      stage_id: 1,
      rejected_at: null,
      internal_candidate: false,
      concealed: false,
      ...Object.fromEntries(unknownOfEverybody.map((name) => [name, null])),
      ...Object.fromEntries(attributeNames(applications, 'read-write').map((name) => [name, null])),
      locale: 'en',
      is_demo: true,
      ...application.attributes,
      full_name: fullName(application.attributes),
    },
    relationships: relationshipsOf(answers),
  };
}

function fullName({ first_name: first, last_name: last }: ApplicationRecord['attributes']): string | null {
  return typeof first === 'string' && typeof last === 'string' ? `${first} ${last}` : null;
}

function relationshipsOf(answers: readonly AnswerRecord[] | null): Readonly<Record<string, Relationship>> {
  const unloaded = Object.fromEntries(relationshipNames.map((name) => [name, notIncluded]));
  if (answers === null) return unloaded;
  return { ...unloaded, answers: { data: answers.map(({ id }) => ({ type: 'answers', id })) } };
}
