import { fieldParameterRules } from '../query/field-parameters.ts';
import { localeRule, type ParameterRules } from '../query/query-parameters.ts';
import { LOCALE } from '../readings.ts';
import type { AttachmentRecord } from '../records/record-store.ts';

/** A request to change one resource. */
export interface WriteRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Told what the request stored, for the log. */
  readonly stored: (attachments: readonly AttachmentRecord[]) => void;
}

/** The parameters of a create: only what it related can be included. */
export const createdRules: ParameterRules = new Map([...fieldParameterRules, [LOCALE, localeRule]]);
