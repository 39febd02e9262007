/** The tenants of one installation, from `APPLY_CONFIG`; each missing member falls back to its environment variable. */

import * as z from 'zod';
import { documentTypes } from '../../files/types.ts';
import type { Caps } from '../../forms/caps.ts';
import { FILE_LIMIT_BYTES } from '../../forms/limits.ts';
import { applicationEnds, type TenantOptions } from '../../http/options.ts';
import type { ReadBack, WithoutReadBack } from '../../ledger/read-back-ways.ts';
import type { TenantWebhooks } from '../../ledger/webhooks/webhook-targets.ts';
import type { TagToWrite } from '../../service/changes.ts';
import type { PostingWay } from '../../service/queries.ts';
import { describeFaults } from './config-faults.ts';
import { formSchema } from './form-schema.ts';
import { readMode } from './mode.ts';
import { findKeyFaults, makeKeys, publishedKeys, type SandboxKeys, warnOfGuessableKeys } from './own-keys.ts';
import { sampleSettings } from './sample-settings.ts';
import { type Member, memberSchema } from './tenant-schema.ts';
import type { ReadVariables, Variables } from './variables.ts';
import { webhooksOf, withoutWebhooks } from './webhook-schema.ts';

/** Without `serviceUrl` of the sandbox, whose address is known only once the server listens. */
export interface TenantConfiguration extends Omit<TenantOptions, 'serviceUrl'> {
  /** null: the sandbox. */
  readonly serviceUrl: string | null;
  /** How to ask the service what it holds: detected automatically, or set here. */
  readonly readPosting: PostingWay;
  readonly readBack: ReadBack;
  /** What happens to an unclear answer when the service cannot be read back. */
  readonly withoutReadBack: WithoutReadBack;
  /** The tag for every application whose form was delivered completely; null: none. */
  readonly tag: TagToWrite | null;
  /** What is told of its applications, and where. */
  readonly webhooks: TenantWebhooks;
}

const configSchema = z.strictObject({
  tenants: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), memberSchema).refine(hasMember),
});

interface Setting {
  readonly variables: Variables;
  /** null: a real service answers. */
  readonly sandboxKeys: SandboxKeys | null;
}

export interface ReadTenants {
  readonly value: readonly TenantConfiguration[];
  readonly sandboxKeys: SandboxKeys | null;
  readonly isPublicSandbox: boolean;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  /** Advice for an operator who named no service; null when there is none to give. */
  readonly advice: string | null;
}

export function readTenants(read: ReadVariables): ReadTenants {
  const { value: variables, isGiven } = read;
  const config = readConfig(variables.APPLY_CONFIG);
  const members = Object.entries(config.tenants);
  const mode = readMode(read, config.tenants);
  const sandboxKeys = mode.isSandbox ? (mode.isPublic ? makeKeys() : publishedKeys) : null;
  const value = members.map(([name, member]) => toTenant(name, member, { variables, sandboxKeys }));
  const isFaulty = (name: keyof Variables) => isGiven(name) && variables[name] === undefined;
  // An unreadable mode may have been meant as either.
  const isService = !mode.isSandbox && !isFaulty('APPLY_MODE');
  const missing = isService ? value.flatMap((tenant) => findMissing(tenant, isFaulty)) : [];
  const isReached = isService || mode.isPublic;
  const keys = { variables, tenants: config.tenants };
  return {
    value,
    sandboxKeys,
    isPublicSandbox: mode.isPublic,
    faults: [
      ...config.faults,
      ...mode.faults,
      ...findDoubledPaths(config.tenants, variables),
      ...missing,
      ...(isReached ? findKeyFaults(keys) : []),
      ...findSharedKeys(value),
    ],
    warnings: isReached ? warnOfGuessableKeys(keys) : [],
    advice: isService ? mode.advice : null,
  };
}

function hasMember(tenants: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(tenants).length > 0;
}

function readConfig(config: unknown): {
  readonly tenants: Readonly<Record<string, Member>>;
  readonly faults: readonly string[];
} {
  if (config === undefined) return { tenants: { default: {} }, faults: [] };
  const parsed = configSchema.safeParse(config, { reportInput: true });
  if (parsed.success) return { tenants: parsed.data.tenants, faults: [] };
  return { tenants: { default: {} }, faults: describeFaults(parsed.error.issues) };
}

function toTenant(name: string, member: Member, { variables, sandboxKeys }: Setting): TenantConfiguration {
  const isSandbox = sandboxKeys !== null;
  const ownService = member.serviceUrl !== undefined;
  // The key of one service is never sent to another.
  const key = member.serviceKey ?? (ownService ? undefined : variables.APPLY_SERVICE_KEY);
  return {
    name,
    serviceUrl: member.serviceUrl ?? variables.APPLY_SERVICE_URL ?? null,
    serviceKey: sandboxKeys?.serviceKey ?? key ?? '',
    adminKey: member.adminKey ?? variables.APPLY_ADMIN_KEY ?? sandboxKeys?.adminKey ?? null,
    origins: member.origins ?? variables.APPLY_ORIGINS ?? (isSandbox ? 'any' : []),
    publicJobs: member.publicJobs ?? variables.APPLY_PUBLIC_JOBS ?? (isSandbox ? 'all' : []),
    semantics: {
      dateOrder: member.dateOrder ?? variables.APPLY_DATE_ORDER ?? 'dmy',
      unanswered: member.unanswered ?? variables.APPLY_UNANSWERED ?? 'hidden',
    },
    fallbackUrl: member.fallbackUrl ?? variables.APPLY_FALLBACK_URL ?? null,
    questionsBy: member.questionsBy ?? 'job',
    questionFilter: member.questionFilter ?? 'eq',
    readPosting: member.readPosting ?? 'single',
    documentBytes: member.documentBytes ?? FILE_LIMIT_BYTES,
    documentTypes: member.documentTypes ?? documentTypes,
    readBack: member.readBack ?? 'auto',
    withoutReadBack: member.withoutReadBack ?? 'park',
    tag: member.tag ?? null,
    closedWhen: member.closedWhen ?? applicationEnds,
    caps: member.caps ?? (isSandbox ? sandboxCaps : {}),
    webhooks: webhooksOf(member),
    ...formsOf(member, isSandbox),
  };
}

/** All that a developer tries comes from one address. */
const sandboxCaps: Partial<Caps> = { network: 100_000 };

/** In sandbox mode a sample job has settings that show what a form can ask, unless it is given others. */
const formsOf = (member: Member, isSandbox: boolean): Required<Pick<TenantOptions, 'form' | 'jobs'>> => ({
  form: formSchema.parse(member),
  jobs: { ...(isSandbox ? sampleSettings(member.employer) : {}), ...withoutWebhooks(member.jobs ?? {}) },
});

function findMissing(
  { name, serviceUrl, serviceKey }: TenantConfiguration,
  isFaulty: (name: keyof Variables) => boolean,
): readonly string[] {
  return [
    ...(serviceUrl === null && !isFaulty('APPLY_SERVICE_URL')
      ? [`APPLY_SERVICE_URL is missing, and the tenant "${name}" names no serviceUrl.`]
      : []),
    ...(serviceKey === '' && !isFaulty('APPLY_SERVICE_KEY')
      ? [`APPLY_SERVICE_KEY is missing: the service of the tenant "${name}" needs one.`]
      : []),
  ];
}

/** The path that every request to the service begins with. */
const OWN_PATH = '/api/v1';

/** Such an address would produce `/api/v1/api/v1/…`, which cannot exist. */
function findDoubledPaths(
  tenants: Readonly<Record<string, Member>>,
  { APPLY_SERVICE_URL }: Variables,
): readonly string[] {
  const members = Object.entries(tenants).map(
    ([name, { serviceUrl }]) => [`APPLY_CONFIG at tenants.${name}.serviceUrl`, serviceUrl] as const,
  );
  return [['APPLY_SERVICE_URL', APPLY_SERVICE_URL] as const, ...members].flatMap(([place, url]) =>
    url?.endsWith(OWN_PATH) === true ? [`${place} ends in ${OWN_PATH}, which is added to it.`] : [],
  );
}

/** The admin key identifies the tenant, so two tenants cannot have the same one. */
function findSharedKeys(tenants: readonly TenantConfiguration[]): readonly string[] {
  const keys = tenants.flatMap(({ adminKey }) => adminKey ?? []);
  const shared = new Set(keys).size < keys.length;
  return shared
    ? ['APPLY_ADMIN_KEY cannot serve several tenants: give each its own adminKey in APPLY_CONFIG.']
    : [];
}
