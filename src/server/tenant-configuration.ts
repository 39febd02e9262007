/** The customers of one installation: from `APPLY_CONFIG`, each member falling back to its variable. */
import * as z from 'zod';
import {
  type ReadBack,
  readBackOptions,
  type WithoutReadBack,
  withoutReadBackOptions,
} from '../delivery/read-back-ways.ts';
import { documentTypes } from '../proxy/document-types.ts';
import { FILE_LIMIT_BYTES, MOST_BYTES_A_SUBJECT } from '../proxy/limits.ts';
import { applicationEnds, type TenantOptions } from '../proxy/options.ts';
import type { TagToWrite } from '../service/tag-changes.ts';
import { describeFaults } from './config-faults.ts';
import * as rules from './rules.ts';
import type { ReadVariables, Variables } from './variables.ts';

/** The sandbox's address is only known once the server listens. */
export interface TenantConfiguration extends Omit<TenantOptions, 'serviceUrl'> {
  /** null: the sandbox. */
  readonly serviceUrl: string | null;
  /** How the service is asked what it holds: the way that works is found out, or named here. */
  readonly readBack: ReadBack;
  /** What becomes of an unclear answer where nobody can look. */
  readonly withoutReadBack: WithoutReadBack;
  /** What every application whose form came through here whole is tagged by; null: nothing. */
  readonly tag: TagToWrite | null;
}

const SANDBOX_KEY = 'sandbox-key';
export const SANDBOX_ADMIN_KEY = 'sandbox-admin';

const memberSchema = z.strictObject({
  serviceUrl: rules.serviceUrl.optional(),
  serviceKey: rules.headerText.optional(),
  adminKey: rules.headerText.optional(),
  origins: rules.origins.optional(),
  publicJobs: z.literal('all').or(rules.jobs).optional(),
  fallbackUrl: rules.fallbackUrl.optional(),
  dateOrder: rules.dateOrder.optional(),
  unanswered: rules.unanswered.optional(),
  questionsBy: z.enum(['job', 'posting', 'all']).optional(),
  questionFilter: z.enum(['eq', 'plain']).optional(),
  documentBytes: z.int().min(1).max(MOST_BYTES_A_SUBJECT).optional(),
  documentTypes: z.array(z.enum(documentTypes)).min(1).optional(),
  readBack: z.enum(readBackOptions).optional(),
  withoutReadBack: z.enum(withoutReadBackOptions).optional(),
  tag: rules.tag.optional(),
  closedWhen: rules.closedWhen.optional(),
});

const configSchema = z.strictObject({
  tenants: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), memberSchema).refine(hasMember),
});

export type Member = z.output<typeof memberSchema>;

interface Setting {
  readonly variables: Variables;
  readonly sandboxMode: boolean;
}

export interface ReadTenants {
  readonly value: readonly TenantConfiguration[];
  readonly sandboxMode: boolean;
  readonly faults: readonly string[];
}

export function readTenants({ value: variables, isGiven }: ReadVariables): ReadTenants {
  const config = readConfig(variables.APPLY_CONFIG);
  const members = Object.entries(config.tenants);
  const sandboxMode =
    !isGiven('APPLY_SERVICE_URL') && members.every(([, one]) => one.serviceUrl === undefined);
  const value = members.map(([name, member]) => toTenant(name, member, { variables, sandboxMode }));
  const isFaulty = (name: keyof Variables) => isGiven(name) && variables[name] === undefined;
  const missing = sandboxMode ? [] : value.flatMap((tenant) => findMissing(tenant, isFaulty));
  return { value, sandboxMode, faults: [...config.faults, ...missing, ...findSharedKeys(value)] };
}

function hasMember(tenants: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(tenants).length > 0;
}

function readConfig(config: unknown): {
  readonly tenants: Readonly<Record<string, Member>>;
  readonly faults: readonly string[];
} {
  if (config === undefined) return { tenants: { default: {} }, faults: [] };
  const parsed = configSchema.safeParse(config);
  if (parsed.success) return { tenants: parsed.data.tenants, faults: [] };
  return { tenants: { default: {} }, faults: describeFaults(parsed.error.issues) };
}

function toTenant(name: string, member: Member, { variables, sandboxMode }: Setting): TenantConfiguration {
  const ownService = member.serviceUrl !== undefined;
  // The key of one service never goes to another.
  const key = member.serviceKey ?? (ownService ? undefined : variables.APPLY_SERVICE_KEY);
  return {
    name,
    serviceUrl: member.serviceUrl ?? variables.APPLY_SERVICE_URL ?? null,
    serviceKey: sandboxMode ? SANDBOX_KEY : (key ?? ''),
    adminKey: member.adminKey ?? variables.APPLY_ADMIN_KEY ?? (sandboxMode ? SANDBOX_ADMIN_KEY : null),
    origins: member.origins ?? variables.APPLY_ORIGINS ?? (sandboxMode ? 'any' : []),
    publicJobs: member.publicJobs ?? variables.APPLY_PUBLIC_JOBS ?? (sandboxMode ? 'all' : []),
    semantics: {
      dateOrder: member.dateOrder ?? variables.APPLY_DATE_ORDER ?? 'dmy',
      unanswered: member.unanswered ?? variables.APPLY_UNANSWERED ?? 'hidden',
    },
    fallbackUrl: member.fallbackUrl ?? variables.APPLY_FALLBACK_URL ?? null,
    questionsBy: member.questionsBy ?? 'job',
    questionFilter: member.questionFilter ?? 'eq',
    documentBytes: member.documentBytes ?? FILE_LIMIT_BYTES,
    documentTypes: member.documentTypes ?? documentTypes,
    readBack: member.readBack ?? 'auto',
    withoutReadBack: member.withoutReadBack ?? 'park',
    tag: member.tag ?? null,
    closedWhen: member.closedWhen ?? applicationEnds,
  };
}

function findMissing(
  { name, serviceUrl, serviceKey }: TenantConfiguration,
  isFaulty: (name: keyof Variables) => boolean,
): readonly string[] {
  if (serviceUrl === null && !isFaulty('APPLY_SERVICE_URL'))
    return [`APPLY_SERVICE_URL is missing, and the tenant "${name}" names no serviceUrl.`];
  if (serviceKey === '' && !isFaulty('APPLY_SERVICE_KEY'))
    return [`APPLY_SERVICE_KEY is missing: the service of the tenant "${name}" needs one.`];
  return [];
}

/** The admin key names the tenant, so two tenants cannot have the same. */
function findSharedKeys(tenants: readonly TenantConfiguration[]): readonly string[] {
  const keys = tenants.flatMap(({ adminKey }) => adminKey ?? []);
  const shared = new Set(keys).size < keys.length;
  return shared
    ? ['APPLY_ADMIN_KEY cannot serve several tenants: give each its own adminKey in APPLY_CONFIG.']
    : [];
}
