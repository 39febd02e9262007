import type { ServiceFault } from './service-fault.ts';

/** The four rules of "Authentication"; the fourth is switched by the fault `integration_disabled`. */
export function checkApiKey(
  given: string | null,
  key: string,
  integrationDisabled: boolean,
): ServiceFault | null {
  if (given === null) return { code: 'unauthorized', detail: 'The X-API-KEY header was not provided' };
  if (given !== key) return { code: 'unauthorized', detail: 'The API key is invalid' };
  if (integrationDisabled) return { code: 'forbidden', detail: 'The integration is not enabled' };
  return null;
}
