import { fieldParameterRules } from '../query/field-parameters.ts';
import { localeRule, type ParameterRules } from '../query/query-parameters.ts';
import { LOCALE } from '../readings.ts';
import type { Place } from '../sandbox-state.ts';

/** A change of one resource, as it came. */
export interface WriteRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** What a write wrote it can show: the fault `reads_lag` is one of reads. */
export const withoutLag = ({ state, baseUrl }: Place): Place => ({
  baseUrl,
  state: {
    ...state,
    faults: { ...state.faults, current: () => ({ ...state.faults.current(), reads_lag: 0 }) },
  },
});

/** What a request that makes something takes: nothing is included that it did not relate. */
export const createdRules: ParameterRules = new Map([...fieldParameterRules, [LOCALE, localeRule]]);
