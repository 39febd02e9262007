import { readings } from './readings.ts';
import { listPath } from './resource-path.ts';

/** The cheapest read that any key may do. */
export const probe = { path: listPath('questions'), query: { [readings.pageSize]: '1' } };
