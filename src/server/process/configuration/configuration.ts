/**
 * What the environment configures (`src/README.md#environment`): read once, with every fault named, then plain values.
 */
import { failure, type Outcome, success } from '../../../core/model/failure.ts';
import type { ScanCommand } from '../scan-command.ts';
import { tellOfForms } from './form-warnings.ts';
import type { SandboxKeys } from './own-keys.ts';
import { readTenants, type TenantConfiguration } from './tenant-configuration.ts';
import { findUseless, tellOfTags } from './usable.ts';
import { type Environment, readVariables, type Variables } from './variables.ts';

export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** The sandbox answers for every tenant. */
  readonly sandboxMode: boolean;
  /** Published, or generated for this start; null with a real service. */
  readonly sandboxKeys: SandboxKeys | null;
  /** The sandbox can be reached from other machines. */
  readonly isPublicSandbox: boolean;
  readonly tenants: readonly TenantConfiguration[];
  /** The first secret seals; all of them open. */
  readonly secrets: readonly [string, ...string[]];
  /** The address that browsers use: no other name counts as our own origin. */
  readonly publicUrl: string | null;
  /** Its path, as `/forms`; '' at a root. */
  readonly publicPath: string;
  /** Number of proxies in front. */
  readonly trustProxy: number;
  /** `file:PATH` or `postgres://…`; null: a temporary file. */
  readonly store: string | null;
  /** Scans files before they are delivered; null: they are not scanned. */
  readonly scan: ScanCommand | null;
  /** Time limit of one POST to the service. */
  readonly sendSeconds: number;
  /** The reconcile delay. */
  readonly quietSeconds: number;
  /** The drain window: between the signal to stop and the closing of the port. */
  readonly drainSeconds: number;
  /** For the operator: the configuration is valid, but something will not be as it seems. */
  readonly warnings: readonly string[];
}

export function readConfiguration(environment: Environment): Outcome<Configuration, readonly string[]> {
  const variables = readVariables(environment);
  const { value, faults, isGiven } = variables;
  const tenants = readTenants(variables);
  const { sandboxKeys, isPublicSandbox } = tenants;
  const sandboxMode = sandboxKeys !== null;
  const isFaultyMode = isGiven('APPLY_MODE') && value.APPLY_MODE === undefined;
  const all = [
    ...faults,
    ...tenants.faults,
    ...(sandboxMode || isGiven('APPLY_SECRET') || isFaultyMode ? [] : [missingSecret]),
    ...findLeaks(environment, value),
    ...(tenants.advice === null ? [] : [tenants.advice]),
  ];
  if (all.length > 0) return failure(all);
  const [secret = crypto.randomUUID() + crypto.randomUUID(), ...older] = value.APPLY_SECRET ?? [];
  return success({
    port: value.PORT ?? 3000,
    host: value.HOST ?? '127.0.0.1',
    sandboxMode,
    sandboxKeys,
    isPublicSandbox,
    tenants: tenants.value,
    secrets: [secret, ...older],
    publicUrl: value.APPLY_PUBLIC_URL ?? null,
    publicPath: new URL(value.APPLY_PUBLIC_URL ?? 'http://-').pathname.replace(/\/$/, ''),
    trustProxy: value.APPLY_TRUST_PROXY ?? 0,
    store: value.APPLY_STORE ?? (sandboxMode ? null : DEFAULT_STORE),
    scan: value.APPLY_SCAN ?? null,
    sendSeconds: value.APPLY_SEND_SECONDS ?? 15,
    quietSeconds: value.APPLY_QUIET_SECONDS ?? 60,
    drainSeconds: value.APPLY_DRAIN_SECONDS ?? (sandboxMode ? 0 : 5),
    warnings: [
      ...(isGiven('APPLY_STORE') && !isGiven('APPLY_SECRET') ? [passingSecret] : []),
      ...(sandboxMode ? [] : findUseless(tenants.value)),
      ...tenants.warnings,
      ...tellOfTags(tenants.value),
      ...tellOfForms(tenants.value),
    ],
  });
}

/** In the folder where the server was started. */
export const DEFAULT_STORE = 'file:.data/apply.db';

/** Optional in sandbox mode only. */
const passingSecret =
  'APPLY_STORE is set and APPLY_SECRET is not: with a new secret at each start, nobody can read what was stored before.';

const missingSecret =
  'APPLY_SECRET is missing: it seals the tokens and has at least 32 characters. openssl rand -hex 32 makes one.';

/** Vite publishes variables with this prefix to every browser. */
function findLeaks(environment: Environment, value: Variables): readonly string[] {
  const secret = new Set([value.APPLY_SERVICE_KEY, value.APPLY_ADMIN_KEY, ...(value.APPLY_SECRET ?? [])]);
  return Object.entries(environment)
    .filter(([name, text]) => name.startsWith('VITE_') && text !== undefined && secret.has(text))
    .map(([name]) => `${name} holds a secret: variables that begin so are published to browsers.`);
}
