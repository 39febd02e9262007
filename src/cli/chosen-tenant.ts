/**
 * Which tenant a command works for and where its server is, from the server's own environment and read as the server
 * would.
 */
import { failure, type Outcome, success } from '../core/model/failure.ts';
import type { TenantConfiguration } from '../server/process/configuration/configuration.ts';
import { type Configuration, readConfiguration } from '../server/process/configuration/configuration.ts';
import type { Environment } from '../server/process/configuration/variables.ts';
import { withImpliedMode } from '../server/process/configuration/variables.ts';
import { addressOf } from './running-server.ts';

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

/**
 * The error is a sentence for the user.
 *
 * @param name null: the only one
 */
export function chooseTenant(environment: Environment, name: string | null): Outcome<ChosenTenant, string> {
  const configuration = readConfiguration({
    ...withImpliedMode(environment),
    APPLY_SECRET: unused,
    APPLY_SECRET_FILE: undefined,
  });
  if (!configuration.ok) return failure(configuration.error.join('\n'));
  const { tenants } = configuration.value;
  const [first, ...more] = name === null ? tenants : tenants.filter((one) => one.name === name);
  const names = tenants.map((one) => one.name).join(', ');
  if (first === undefined)
    return failure(`There is no tenant "${name ?? ''}" in this environment. Known: ${names}.`);
  if (more.length > 0)
    return failure(`This environment has several tenants: say which by --tenant NAME. Known: ${names}.`);
  return success(atService(configuration.value, first));
}

function atService(configuration: Configuration, tenant: TenantConfiguration): ChosenTenant {
  const address = addressOf(configuration);
  const serviceUrl = tenant.serviceUrl || `${address}/sandbox`;
  return { tenant, address, serviceUrl, isSandbox: tenant.serviceUrl === '' };
}
