/** Chooses the tenant for a command, from the server's own environment. */
import type { TenantConfiguration } from '../server/process/configuration/configuration.ts';
import { type Configuration, readConfiguration } from '../server/process/configuration/configuration.ts';
import { type Environment, withImpliedMode } from '../server/process/configuration/variables.ts';
import type { ServiceError } from '../server/service/service-error.ts';
import { Fault } from './command.ts';

export interface ChosenTenant {
  readonly tenant: TenantConfiguration;
  /** Address of the running server. */
  readonly address: string;
  /** `{base_url}` of the service; in sandbox mode, the sandbox of the running server. */
  readonly serviceUrl: string;
  readonly isSandbox: boolean;
}

/** A command seals no token, so it needs no secret and does not read the server's. */
const unused = crypto.randomUUID();

/** @param name undefined if the environment has only one */
export function chooseTenant(environment: Environment, name: string | undefined): ChosenTenant {
  const configuration = readConfiguration({
    ...withImpliedMode(environment),
    APPLY_SECRET: unused,
    APPLY_SECRET_FILE: undefined,
  });
  if (!configuration.ok) throw new Fault(configuration.error.join('\n'));
  const { tenants } = configuration.value;
  const [tenant, ...more] = tenants.filter((one) => name === undefined || one.name === name);
  const known = `Known: ${tenants.map((one) => one.name).join(', ')}.`;
  if (tenant === undefined) throw new Fault(`There is no tenant "${name}" in this environment. ${known}`);
  if (more.length > 0)
    throw new Fault(`This environment has several tenants: say which by --tenant NAME. ${known}`);
  const address = addressOf(configuration.value);
  const isSandbox = tenant.serviceUrl === '';
  return { tenant, address, isSandbox, serviceUrl: isSandbox ? `${address}/sandbox` : tenant.serviceUrl };
}

function addressOf({ publicUrl, host, port }: Configuration): string {
  if (publicUrl !== null) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Explains why the service could not be read, and what to do next. */
export function serviceFault(error: ServiceError, { serviceUrl, address, isSandbox }: ChosenTenant): Fault {
  if (isSandbox && error.kind === 'unreachable')
    return new Fault(
      `There is nobody to ask: set APPLY_SERVICE_URL and APPLY_SERVICE_KEY to ask a real service, or start \`npm start\` to ask the sandbox (nothing answers at ${address}).`,
    );
  if (isSandbox && ['unauthorized', 'not_found', 'bad_document'].includes(error.kind))
    return new Fault(
      `What answers at ${serviceUrl} is no sandbox: give this command the environment of the running server.`,
    );
  return new Fault(`The service at ${serviceUrl} ${complaints[error.kind]}.`);
}

const WRONG_ADDRESS =
  'does not answer as the recruitment service: APPLY_SERVICE_URL (serviceUrl of the tenant) is its address without /api/v1';
const NOT_UNDERSTOOD =
  'does not understand the question (400): "npx apply-form-server probe" says which of our readings it knows';
const TRY_AGAIN = 'has not answered in time, or broke off: try again';

const complaints: Readonly<Record<ServiceError['kind'], string>> = {
  unreachable: 'does not answer: check APPLY_SERVICE_URL (serviceUrl of the tenant) and the network',
  unauthorized: 'does not take the key (401): check APPLY_SERVICE_KEY (serviceKey of the tenant)',
  forbidden:
    'does not allow this (403): the integration is not enabled there, or its key lacks the right to read this',
  rate_limited: 'has had too many requests (429): try again later. The running server shares its limit',
  server_error: 'has failed (5xx): try again later',
  timeout: TRY_AGAIN,
  interrupted: TRY_AGAIN,
  not_found: WRONG_ADDRESS,
  bad_document: WRONG_ADDRESS,
  bad_request: NOT_UNDERSTOOD,
  invalid: NOT_UNDERSTOOD,
  unreadable_file: NOT_UNDERSTOOD,
};
