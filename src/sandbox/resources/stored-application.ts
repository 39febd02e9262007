import { fileUrl } from '../files/file-address.ts';
import type { Document, Resource } from '../json-api.ts';
import type { ApplicationRecord, AttachmentRecord, TagRecord } from '../records/record-store.ts';
import { applications } from '../resource-types/applications.ts';
import { attributeNames } from '../resource-types/resource-type.ts';
import type { Place, SandboxState } from '../sandbox-state.ts';
import { addressLines, countryDetails } from './country.ts';
import { FIRST_STAGE } from './stages.ts';
import { type FieldChoice, type Linkage, renderResource, type StoredResource } from './stored-resource.ts';

/** An application with every field of the document. */
export function storedApplication(place: Place, record: ApplicationRecord): StoredResource {
  const { state } = place;
  const attributes = attributesOf(state, record);
  return {
    id: record.id,
    type: 'applications',
    attributes,
    extraFields: extraFieldsOf(place, record),
    links: { ...ownLinks(state, record, attributes), ...record.links },
  };
}

/** As the reply to a write: no relationship loaded. */
export const applicationDocument = (
  place: Place,
  record: ApplicationRecord,
  choice: FieldChoice,
): Document & { readonly data: Resource } => ({
  data: renderResource(storedApplication(place, record), new Set(), choice),
  meta: {},
});

/** An application that the control made has no person: everything that would name one is null, except its phone. */
function attributesOf(state: SandboxState, record: ApplicationRecord): Readonly<Record<string, unknown>> {
  const { attributes, told } = record;
  const written = attributeNames(applications, 'read-write').map((name) => [name, attributes[name] ?? null]);
  return {
    uuid: record.uuid,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    candidate_id: Number(record.candidateId),
    job_id: Number(record.jobId),
    job_posting_id: null,
    stage_id: FIRST_STAGE,
    rejected_at: null,
    internal_candidate: false,
    concealed: false,
    national_identifier: null,
    ...told,
    ...Object.fromEntries(written),
    ...addressLines(attributes),
    ...countryDetails(attributes['country']),
    locale: attributes['locale'] ?? 'en',
    is_demo: attributes['is_demo'] ?? true,
    full_name: fullName(attributes),
    ai_score: state.aiScore ? (record.aiScore ?? null) : null,
  };
}

export function fullName(attributes: Readonly<Record<string, unknown>>): string | null {
  const { first_name: first, last_name: last } = attributes;
  return typeof first === 'string' && typeof last === 'string' ? `${first} ${last}` : null;
}

const DAY = 86_400_000;

function extraFieldsOf(
  { state: { now }, baseUrl }: Place,
  record: ApplicationRecord,
): Readonly<Record<string, unknown>> {
  return {
    attachments: record.attachments.map(shownAttachment(baseUrl)),
    average_rating: record.averageRating ?? null,
    tags: record.tags.map(shownTag),
    days_in_current_stage: Math.max(0, Math.floor((now() - Date.parse(record.stagedAt)) / DAY)),
  };
}

/** The members of attachments and tags in the document. */
export const shownAttachment =
  (baseUrl: string) =>
  ({ context, file }: AttachmentRecord) => ({
    context,
    name: file.filename,
    url: fileUrl(baseUrl, file),
  });
export const shownTag = ({ context, name }: TagRecord) => ({ context, name });

/** Relationships of a new application: no file, no offer, no evaluation. */
function ownLinks(
  state: SandboxState,
  { id, jobId, candidateId }: ApplicationRecord,
  { stage_id: stage }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Linkage>> {
  const none = applications.relationships.map(({ name, cardinality }): readonly [string, Linkage] => [
    name,
    cardinality === 'to-one' ? null : [],
  ]);
  return {
    ...Object.fromEntries(none),
    job: { type: 'jobs', id: jobId },
    stage: { type: 'stages', id: String(stage) },
    furthest_stage: { type: 'stages', id: String(stage) },
    candidate: { type: 'candidates', id: candidateId },
    answers: state.records.answers(id).map((answer) => ({ type: 'answers', id: answer.id })),
  };
}
