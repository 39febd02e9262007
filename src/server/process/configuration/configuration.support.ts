/** For tests: the faults and warnings of a configuration. */
import { readConfiguration } from './configuration.ts';
import type { Environment } from './variables.ts';

export const secret = 'a secret of thirty-two characters';
/** The variables of a server with a real service. */
export const real = {
  APPLY_SERVICE_URL: 'https://company.example.com/',
  APPLY_SERVICE_KEY: 'key',
  APPLY_SECRET: secret,
};
export const sandbox = { APPLY_MODE: 'sandbox' };

export const configOf = (tenants: object) => ({ APPLY_CONFIG: JSON.stringify({ tenants }) });

export function faultsOf(environment: Environment): readonly string[] {
  const read = readConfiguration(environment);
  return read.ok ? [] : read.error;
}

/** Returns the warnings, or the faults of a start that is refused. */
export function warningsOf(environment: Environment): readonly string[] {
  const read = readConfiguration(environment);
  return read.ok ? read.value.warnings : read.error;
}
