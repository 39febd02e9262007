/** Refusals of an application that lacks what its job demands, as Rails words them and as the control has them told. */
import { type Demands, type SingleName, singlesOf } from '../control/settings.ts';
import type { JsonObject } from '../json.ts';
import { pointerTo, type ServiceFault } from '../json-api.ts';
import { UNITED_STATES } from '../resources/stored-application.ts';

/** A write of an application, before it is taken. */
export interface JudgedWrite {
  readonly job: string;
  /** Those of the body. */
  readonly attributes: JsonObject;
  /** As it will be after the write. */
  readonly country: unknown;
}

/** One for each demand that nothing was written for. */
export const missingDemands = (demands: Demands, write: JudgedWrite): readonly ServiceFault[] =>
  faultsOf(demands, write, (name) => waysOf(name).every((one) => isBlank(ownOf(write, one))));

/** One for each demand that a change would clear: what it does not name stays, and a file cannot be cleared. */
export const clearedDemands = (demands: Demands, write: JudgedWrite): readonly ServiceFault[] =>
  faultsOf(demands, write, (name) => {
    const value = ownOf(write, name);
    return value !== undefined && isBlank(value) && !(value === null && isOnlyWritten(name));
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
    detail: `${wordsOf(name)} can't be blank`,
    ...(demands.tells === 'pointer' ? { pointer: pointerTo('attributes', waysOf(name)[0]) } : {}),
  }));
}

/** The attributes of which at least one must be written. */
function waysOf(name: SingleName): readonly [string, ...string[]] {
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

/** The line of the other kind of address cannot be written, so it is not demanded either. */
function isWritable(name: SingleName, country: unknown): boolean {
  if (name === 'address2') return country !== UNITED_STATES;
  return name !== 'state_province' || country === UNITED_STATES || isBlank(country);
}

/** null is nothing written there; an empty list is. */
const isOnlyWritten = (name: SingleName): boolean => name === 'equality_monitoring_option_ids';

const ownOf = ({ attributes }: JudgedWrite, name: string): unknown =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** How a full message begins: "Date of birth can't be blank". */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
