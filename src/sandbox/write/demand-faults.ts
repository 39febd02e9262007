/** Refuses an application without the details that its job demands, in the words of Rails. The control sets how they are reported. */
import { type Demands, type SingleName, singlesOf } from '../control/settings.ts';
import type { JsonObject } from '../json.ts';
import { pointerTo, type ServiceFault } from '../json-api.ts';
import { UNITED_STATES } from '../resources/stored-application.ts';

/** A write of an application that has not been accepted yet. */
export interface JudgedWrite {
  readonly job: string;
  /** The attributes of the body. */
  readonly attributes: JsonObject;
  /** The country after the write. */
  readonly country: unknown;
}

/** Returns a fault for each demand that the write does not meet. */
export const missingDemands = (demands: Demands, write: JudgedWrite): readonly ServiceFault[] =>
  faultsOf(demands, write, (name) => attributesOf(name).every((key) => isBlank(writtenValue(write, key))));

/** Returns a fault for each demand that a change would clear. Omitted attributes stay, and files cannot be cleared. */
export const clearedDemands = (demands: Demands, write: JudgedWrite): readonly ServiceFault[] =>
  faultsOf(demands, write, (name) => {
    const value = writtenValue(write, name);
    return value !== undefined && isBlank(value) && !(value === null && isWriteOnly(name));
  });

function faultsOf(
  demands: Demands,
  { job, country }: JudgedWrite,
  isRefused: (name: SingleName) => boolean,
): readonly ServiceFault[] {
  const refused = singlesOf(demands, job).filter((name) => isWritable(name, country) && isRefused(name));
  const code = 'unprocessable_entity';
  if (demands.tells === 'nothing')
    return refused.slice(0, 1).map(() => ({ code, detail: 'Validation failed' }));
  return refused.map((name) => ({
    code,
    detail: `${labelOf(name)} can't be blank`,
    ...(demands.tells === 'pointer' ? { pointer: pointerTo('attributes', attributesOf(name)[0]) } : {}),
  }));
}

/** Returns the attributes that meet a demand. One of them is enough. */
function attributesOf(name: SingleName): readonly [string, ...string[]] {
  switch (name) {
    case 'cv':
      return ['cv_base64_data', 'cv_signed_id'];
    case 'cover_letter':
      return ['cover_letter_base64_data'];
    case 'documents':
      return ['documents_base64'];
    default:
      return [name];
  }
}

/** A line that this kind of address does not allow is not demanded. */
function isWritable(name: SingleName, country: unknown): boolean {
  if (name === 'address2') return country !== UNITED_STATES;
  return name !== 'state_province' || country === UNITED_STATES || isBlank(country);
}

/** For a write-only attribute, null writes nothing, and an empty list clears it. */
const isWriteOnly = (name: SingleName): boolean => name === 'equality_monitoring_option_ids';

const writtenValue = ({ attributes }: JudgedWrite, name: string): unknown =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The beginning of a full message, such as "Date of birth can't be blank". */
const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
