import { fieldParameterRules } from '../query/field-parameters.ts';
import { localeRule, type ParameterRules } from '../query/query-parameters.ts';
import { LOCALE } from '../readings.ts';
import type { AttachmentRecord } from '../records/record-store.ts';
import type { Place } from '../sandbox-state.ts';

/** A request to change one resource. */
export interface WriteRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Told what the request stored, for the log. */
  readonly stored: (attachments: readonly AttachmentRecord[]) => void;
}

/** A write can show its own result: the fault `reads_lag` affects reads only. */
export const withoutLag = ({ state, baseUrl }: Place): Place => ({
  baseUrl,
  state: {
    ...state,
    faults: { ...state.faults, current: () => ({ ...state.faults.current(), reads_lag: 0 }) },
  },
});

/** The parameters of a create: only what it related can be included. */
export const createdRules: ParameterRules = new Map([...fieldParameterRules, [LOCALE, localeRule]]);
