import { fileUrl } from '../files/file-store.ts';
import type { Document, Resource } from '../json-api.ts';
import type { ApplicationRecord, AttachmentRecord, TagRecord } from '../records/record-store.ts';
import { applications, attributeNames } from '../resource-types/resource-types.ts';
import type { Place, SandboxState } from '../sandbox-state.ts';
import { type FieldChoice, type Linkage, renderResource, type StoredResource } from './stored-resource.ts';

/** Attributes that the service derives from `country`, an ISO 3166-1 code of two letters like `phone_iso2`. */
interface CountryDetails {
  readonly country_code: string | null;
  readonly country_code_alpha3: string | null;
  readonly country_name: string | null;
}

export const UNITED_STATES = 'US';

/** The three-letter codes of ISO 3166-1, only for countries that samples and tests are likely to name. */
const alpha3: ReadonlyMap<string, string> = new Map(
  (
    'AT AUT AU AUS BE BEL BR BRA CA CAN CH CHE CN CHN CZ CZE DE DEU DK DNK EG EGY ES ESP FI FIN FR FRA GB GBR ' +
    'GR GRC HU HUN IE IRL IL ISR IN IND IT ITA JP JPN KE KEN KR KOR MX MEX NG NGA NL NLD NO NOR NZ NZL PL POL ' +
    'PT PRT RO ROU SA SAU SE SWE SG SGP TR TUR UA UKR US USA ZA ZAF'
  )
    .split(' ')
    .flatMap((code, index, all) => (index % 2 === 0 ? [[code, all[index + 1] ?? ''] as const] : [])),
);

/** Names in English, in which the service stores everything; undefined for an unassigned code. */
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const nothing: CountryDetails = { country_code: null, country_code_alpha3: null, country_name: null };

export function countryDetails(country: unknown): CountryDetails {
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return nothing;
  const name = names.of(country);
  if (name === undefined) return nothing;
  return { country_code: country, country_code_alpha3: alpha3.get(country) ?? null, country_name: name };
}

/**
 * In the document, `state_province` is for addresses in the United States, and `address2` for all others. The line that does
 * not apply is null.
 */
export function addressLines(attributes: Readonly<Record<string, unknown>>) {
  const isInStates = attributes['country'] === UNITED_STATES;
  return {
    address2: isInStates ? null : (attributes['address2'] ?? null),
    state_province: isInStates ? (attributes['state_province'] ?? null) : null,
  };
}

/** Every job of the sandbox has these stages. An application begins at the first. */
const stageNames = ['Applied', 'Screening', 'Interview', 'Offer', 'Hired'];

export const FIRST_STAGE = 1;

export const stages: readonly StoredResource[] = stageNames.map((name, index) => ({
  type: 'stages',
  id: String(FIRST_STAGE + index),
  attributes: { name },
  extraFields: {},
  links: {},
}));

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

/** The reply to a write, in which no relationship is loaded. */
export const applicationDocument = (
  place: Place,
  record: ApplicationRecord,
  choice: FieldChoice,
): Document & { readonly data: Resource } => ({
  data: renderResource(storedApplication(place, record), new Set(), choice),
  meta: {},
});

/** An application that the control created has no applicant: its personal details are null, except its phone. */
function attributesOf(state: SandboxState, record: ApplicationRecord): Readonly<Record<string, unknown>> {
  const { attributes, changed } = record;
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
    ...changed,
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

/** Attachments and tags have these members in the document. */
export const shownAttachment =
  (baseUrl: string) =>
  ({ context, file }: AttachmentRecord) => ({ context, name: file.filename, url: fileUrl(baseUrl, file) });
export const shownTag = ({ context, name }: TagRecord) => ({ context, name });

/** Returns the relationships of a new application, which has no offer and no evaluation yet. */
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
