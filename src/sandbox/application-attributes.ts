import { isCalendarDay } from './calendar-day.ts';
import { isObject } from './json.ts';

/** The attributes of applications in the document's table: which may be written, and what is wrong with a value. */

/** The message after the attribute's name; null when the value is right. */
type AttributeRule = (value: unknown) => string | null;

/** Characters: what a column of text usually holds; the document names no limit. */
const MOST_CHARACTERS = 255;

const textRule: AttributeRule = (value) => {
  if (typeof value !== 'string') return 'must be a text';
  return value.length > MOST_CHARACTERS ? `is too long (maximum is ${MOST_CHARACTERS} characters)` : null;
};

const emailRule: AttributeRule = (value) =>
  textRule(value) ?? (/^[^@\s]+@[^@\s]+$/.test(String(value)) ? null : 'is invalid');

const longTextRule: AttributeRule = (value) => (typeof value === 'string' ? null : 'must be a text');
const booleanRule: AttributeRule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');
const listRule: AttributeRule = (value) => (Array.isArray(value) ? null : 'must be a list');
const objectRule: AttributeRule = (value) => (isObject(value) ? null : 'must be an object');

const dayRule: AttributeRule = (value) =>
  typeof value === 'string' && isCalendarDay(value) ? null : 'is not a date as YYYY-MM-DD';

const timeRule: AttributeRule = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))
    ? null
    : 'is not a date-time';

const rulesOf = (names: string, rule: AttributeRule): readonly (readonly [string, AttributeRule])[] =>
  names.split(' ').map((name) => [name, rule]);

/** Written and read. `locale` has a rule of its own: another language is a malformed request. */
export const readWrite: ReadonlyMap<string, AttributeRule> = new Map([
  ...rulesOf('first_name last_name preferred_name phone date_of_birth linkedin_url', textRule),
  ...rulesOf('preferred_pronouns channel_source channel phone_iso2 external_system_reference', textRule),
  ...rulesOf('address1 address2 town state_province postcode country locale', textRule),
  ...rulesOf('email', emailRule),
  ...rulesOf('summary', longTextRule),
  ...rulesOf('is_demo', booleanRule),
  ...rulesOf('start_on', dayRule),
  ...rulesOf('hired_at', timeRule),
]);

/** Taken, and never returned. */
export const writeOnly: ReadonlyMap<string, AttributeRule> = new Map([
  ...rulesOf('skip_notifications_on_create create_pdf_application', booleanRule),
  ...rulesOf('cv_base64_data cv_base64_filename cv_signed_id', longTextRule),
  ...rulesOf('cover_letter_base64_data cover_letter_base64_filename', longTextRule),
  ...rulesOf('equality_monitoring_option_ids documents_base64', listRule),
  ...rulesOf('add_tags_with_context remove_tags_with_context', listRule),
  ...rulesOf('add_tag_with_context remove_tag_with_context', objectRule),
]);

export const readOnly: ReadonlySet<string> = new Set([
  ...['uuid', 'created_at', 'updated_at', 'candidate_id', 'job_id', 'job_posting_id', 'stage_id'],
  ...['rejected_at', 'internal_candidate', 'concealed', 'country_code', 'country_code_alpha3'],
  ...['country_name', 'full_name', 'national_identifier', 'ai_score'],
]);
