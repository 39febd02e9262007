/** Chooses the tenant for a command, from the server's own environment. */
import {
  type Configuration,
  readConfiguration,
  type TenantConfiguration,
} from '../server/process/configuration/configuration.ts';
import { type Environment, withImpliedMode } from '../server/process/configuration/variables.ts';
import type { ServiceError } from '../server/service/service-error.ts';
import { Fault } from './command.ts';

export interface ChosenTenant {
  readonly tenant: TenantConfiguration;
  /** The address of the running server. */
  readonly address: string;
  /** The `{base_url}` of the service; in sandbox mode, that of the running server's sandbox. */
  readonly serviceUrl: string;
  readonly isSandbox: boolean;
}

/** Commands seal no token, so they do not need the server's secret, which the configuration requires. */
const placeholderSecret = crypto.randomUUID();

/** @param name undefined if the environment has only one */
export function chooseTenant(environment: Environment, name: string | undefined): ChosenTenant {
  const configuration = readConfiguration({
    ...withImpliedMode(environment),
    APPLY_SECRET: placeholderSecret,
    APPLY_SECRET_FILE: undefined,
  });
  if (!configuration.ok) throw new Fault(configuration.error.join('\n'));
  const { tenants } = configuration.value;
  const [tenant, ...more] = tenants.filter((candidate) => name === undefined || candidate.name === name);
  const known = `Known: ${tenants.map((candidate) => candidate.name).join(', ')}.`;
  if (tenant === undefined) throw new Fault(`There is no tenant "${name}" in this environment. ${known}`);
  if (more.length > 0)
    throw new Fault(`This environment has several tenants: choose one with --tenant NAME. ${known}`);
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
      `Nothing answers at ${address}. Set APPLY_SERVICE_URL and APPLY_SERVICE_KEY to use a real service, or run \`npm start\` to use the sandbox.`,
    );
  if (isSandbox && ['unauthorized', 'not_found', 'bad_document'].includes(error.kind))
    return new Fault(
      `The server at ${serviceUrl} is not a sandbox: run this command with the environment of the running server.`,
    );
  return new Fault(`The service at ${serviceUrl} ${complaints[error.kind]}.`);
}

const WRONG_ADDRESS =
  'does not answer as the recruitment service: APPLY_SERVICE_URL (serviceUrl of the tenant) is its address without /api/v1';
const NOT_UNDERSTOOD =
  'does not understand the request (400): "npx apply-form-server probe" reports which of our readings hold';
const TRY_AGAIN = 'did not answer in time or closed the connection: try again';

const complaints: Readonly<Record<ServiceError['kind'], string>> = {
  unreachable: 'does not answer: check APPLY_SERVICE_URL (serviceUrl of the tenant) and the network',
  unauthorized: 'refuses the key (401): check APPLY_SERVICE_KEY (serviceKey of the tenant)',
  forbidden: 'does not allow this (403): the integration is disabled there, or the key lacks the permission',
  rate_limited: 'received too many requests (429), from the running server too: try again later',
  server_error: 'failed (5xx): try again later',
  timeout: TRY_AGAIN,
  interrupted: TRY_AGAIN,
  not_found: WRONG_ADDRESS,
  bad_document: WRONG_ADDRESS,
  bad_request: NOT_UNDERSTOOD,
  invalid: NOT_UNDERSTOOD,
  unreadable_file: NOT_UNDERSTOOD,
};
