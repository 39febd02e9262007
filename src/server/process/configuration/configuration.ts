/**
 * Reads the configuration from the environment once (`public/docs/deploying.md#environment`): names every fault, or
 * returns plain values. A missing member of `APPLY_CONFIG` falls back to its environment variable.
 */
import { randomBytes } from 'node:crypto';
import { failure, success } from '../../../core/model/failure.ts';
import { isLoopbackName } from '../../../sandbox/caller.ts';
import { documentTypes } from '../../files/types.ts';
import { formSchema } from '../../forms/form-settings.ts';
import { FILE_LIMIT_BYTES } from '../../http/limits.ts';
import { applicationEnds, type TenantOptions } from '../../http/options.ts';
import type { Member } from './config-schema.ts';
import {
  type Environment,
  type ReadVariables,
  readVariables,
  SHORTEST_KEY,
  type Variables,
} from './variables.ts';

export type Configuration = Extract<ReturnType<typeof readConfiguration>, { ok: true }>['value'];
export type TenantConfiguration = Configuration['tenants'][number];

type Members = Readonly<Record<string, Member>>;

const makeKey = (): string => randomBytes(32).toString('hex');
/** Keys of the sandbox and its operator: published ones, or random ones if other machines can reach it. */
const makeSandboxKeys = (isPublic: boolean) => ({
  serviceKey: isPublic ? makeKey() : 'sandbox-key',
  adminKey: isPublic ? makeKey() : 'sandbox-admin',
});

/** Relative to the working directory. */
export const DEFAULT_STORE = 'file:.data/apply.db';

export function readConfiguration(environment: Environment) {
  const read = readVariables(environment);
  const { value, isGiven } = read;
  const members = value.APPLY_CONFIG?.tenants ?? { default: {} };
  const sandboxMode = value.APPLY_MODE === 'sandbox';
  const isPublicSandbox = sandboxMode && value.APPLY_SANDBOX_PUBLIC === 'yes';
  const sandboxKeys = sandboxMode ? makeSandboxKeys(isPublicSandbox) : null;
  const tenants = Object.entries(members).map(([name, member]) => toTenant(name, member, value, sandboxKeys));
  const isFaulty = (name: keyof Variables) => isGiven(name) && value[name] === undefined;
  // An unreadable mode could mean sandbox mode, so what a service needs is not reported as missing.
  const isService = !sandboxMode && !isFaulty('APPLY_MODE');
  const faults = [
    ...read.faults,
    ...(sandboxMode ? findServiceFaults(read, members) : []),
    ...(sandboxMode && !isPublicSandbox ? findExposures(value) : []),
    ...(isService ? findMissing(tenants, (name) => isFaulty(name) || isFaulty('APPLY_CONFIG')) : []),
    ...when(isService && !isGiven('APPLY_SECRET'), missingSecret),
    ...(isService || isPublicSandbox ? findKeyFaults(value, members) : []),
    ...findSharedKeys(tenants),
  ];
  if (faults.length > 0) return failure(faults);
  return success({
    sandboxMode,
    sandboxKeys,
    isPublicSandbox,
    tenants,
    /** The first secret seals; all of them open. */
    secrets: orRandom(value.APPLY_SECRET),
    port: value.PORT ?? 3000,
    host: value.HOST ?? '127.0.0.1',
    /** The address that browsers use: no other name counts as our own origin. */
    publicUrl: value.APPLY_PUBLIC_URL ?? null,
    /** The path of the public address, such as `/forms`; '' at a root. */
    publicPath: new URL(value.APPLY_PUBLIC_URL ?? 'http://-').pathname.replace(/\/$/, ''),
    /** Number of proxies in front. */
    trustProxy: value.APPLY_TRUST_PROXY ?? 0,
    /** `file:PATH` or `postgres://…`; null for a temporary file. */
    store: value.APPLY_STORE ?? (sandboxMode ? null : DEFAULT_STORE),
    /** Command that scans files before they are delivered; null if they are not scanned. */
    scan: value.APPLY_SCAN ?? null,
    /** Time limit of one POST to the service. */
    sendSeconds: value.APPLY_SEND_SECONDS ?? 15,
    /** The reconcile delay. */
    quietSeconds: value.APPLY_QUIET_SECONDS ?? 60,
    /** The drain window: the time between the signal to stop and the closing of the port. */
    drainSeconds: value.APPLY_DRAIN_SECONDS ?? (sandboxMode ? 0 : 5),
    /** Sentences for the operator about a valid configuration that may surprise them. */
    warnings: [
      ...when(isGiven('APPLY_STORE') && !isGiven('APPLY_SECRET'), temporarySecret),
      ...(sandboxMode ? [] : tenants.flatMap(findUnusable)),
    ],
  });
}

function orRandom([secret = makeKey(), ...older]: readonly string[] = []): readonly [string, ...string[]] {
  return [secret, ...older];
}

type SandboxKeys = ReturnType<typeof makeSandboxKeys> | null;

function toTenant(name: string, member: Member, variables: Variables, sandboxKeys: SandboxKeys) {
  const isSandbox = sandboxKeys !== null;
  // The key of one service is never sent to another.
  const key =
    member.serviceKey ?? (member.serviceUrl === undefined ? variables.APPLY_SERVICE_KEY : undefined);
  const jobs = Object.entries(member.jobs ?? {});
  /** Settings without the webhooks, because a secret stays where it is used. */
  const forms: TenantOptions['jobs'] = Object.fromEntries(
    jobs.map(([job, settings]) => [job, formSchema.parse(settings)]),
  );
  const ofJobs = new Map(jobs.flatMap(([job, { webhook }]) => (webhook ? [[job, webhook] as const] : [])));
  return {
    name,
    /** '' for the sandbox, whose address is known only when the server listens. */
    serviceUrl: member.serviceUrl ?? variables.APPLY_SERVICE_URL ?? '',
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
    // All requests of a developer come from one address.
    caps: member.caps ?? (isSandbox ? { network: 100_000 } : {}),
    webhooks: { own: member.webhook ?? null, ofJobs },
    form: formSchema.parse(member),
    jobs: forms,
  } satisfies TenantOptions & Readonly<Record<string, unknown>>;
}

const when = (condition: boolean, sentence: string): readonly string[] => (condition ? [sentence] : []);

/** Sandbox mode and a service exclude each other, so that the sandbox is never a silent fallback. */
function findServiceFaults({ isGiven }: ReadVariables, members: Members): readonly string[] {
  const services = [
    ...(['APPLY_SERVICE_URL', 'APPLY_SERVICE_KEY'] as const).filter(isGiven),
    ...Object.entries(members).flatMap(([name, { serviceUrl, serviceKey }]) =>
      when(serviceUrl !== undefined || serviceKey !== undefined, `that of the tenant "${name}"`),
    ),
  ];
  return when(
    services.length > 0,
    `APPLY_MODE=sandbox and a service (${services.join(', ')}) exclude each other: remove one.`,
  );
}

/** Published keys must not be reachable from other machines. */
function findExposures(value: Variables): readonly string[] {
  const { HOST: host = '127.0.0.1', APPLY_PUBLIC_URL: address, APPLY_TRUST_PROXY: proxies = 0 } = value;
  const isElsewhere = address !== undefined && !isLoopbackName(new URL(address).hostname);
  return [
    ...when(!isLoopbackName(host), 'HOST must be 127.0.0.1, localhost or ::1'),
    ...when(isElsewhere, 'APPLY_PUBLIC_URL must name this machine, as http://localhost:3000 does,'),
    ...when(proxies > 0, 'APPLY_TRUST_PROXY must be 0'),
  ].map(
    (exposure) =>
      `${exposure} in sandbox mode: its keys are published, and its data is lost at the next start. APPLY_SANDBOX_PUBLIC=yes allows it, with random keys.`,
  );
}

const findMissing = (
  tenants: readonly TenantOptions[],
  isFaulty: (name: keyof Variables) => boolean,
): readonly string[] =>
  tenants.flatMap(({ name, serviceUrl, serviceKey }) => [
    ...when(
      serviceUrl === '' && !isFaulty('APPLY_SERVICE_URL'),
      `APPLY_SERVICE_URL is missing, and the tenant "${name}" has no serviceUrl. APPLY_MODE=sandbox starts with a sandbox in place of a service.`,
    ),
    ...when(
      serviceKey === '' && !isFaulty('APPLY_SERVICE_KEY'),
      `APPLY_SERVICE_KEY is missing: the service of the tenant "${name}" needs one.`,
    ),
  ]);

/** A warning for sandbox mode, the only one in which APPLY_SECRET is optional. */
const temporarySecret =
  'APPLY_STORE is set and APPLY_SECRET is not: each start makes a new secret, which cannot read earlier submissions.';

const KEY_COMMAND = 'openssl rand -hex 32 makes';
const missingSecret = `APPLY_SECRET is missing: it seals the tokens and needs at least 32 characters. ${KEY_COMMAND} one.`;

/** Checks keys that strangers may try. Each sentence gives the place and the remedy, never the value. */
function findKeyFaults(variables: Variables, members: Members): readonly string[] {
  const ofTenants = (name: 'adminKey' | 'serviceKey') =>
    Object.entries(members).map(([tenant, member]) => ({
      place: `APPLY_CONFIG at tenants.${tenant}.${name}`,
      key: member[name],
    }));
  const secrets = (variables.APPLY_SECRET ?? []).map((key) => ({ place: 'APPLY_SECRET', key }));
  const adminKeys = [{ place: 'APPLY_ADMIN_KEY', key: variables.APPLY_ADMIN_KEY }, ...ofTenants('adminKey')];
  const own = [...secrets, ...adminKeys];
  // Two tenants may share a service key, but our own keys must all differ.
  const others = [
    { place: 'APPLY_SERVICE_KEY', key: variables.APPLY_SERVICE_KEY },
    ...ofTenants('serviceKey'),
  ];
  return [
    ...adminKeys.flatMap(({ key, place }) =>
      when(
        key !== undefined && key.length < SHORTEST_KEY,
        `${place} must be at least ${SHORTEST_KEY} characters: ${KEY_COMMAND} one.`,
      ),
    ),
    ...own.flatMap((checked, index) =>
      [...own.slice(0, index), ...others].flatMap(({ key, place }) =>
        when(
          key !== undefined && key === checked.key,
          `${checked.place} is the same as ${place}: each needs its own, ${KEY_COMMAND} one.`,
        ),
      ),
    ),
  ];
}

/** The admin key identifies the tenant, so two tenants cannot have the same one. */
function findSharedKeys(tenants: readonly TenantOptions[]): readonly string[] {
  const keys = tenants.flatMap(({ adminKey }) => adminKey ?? []);
  return when(
    new Set(keys).size < keys.length,
    'APPLY_ADMIN_KEY cannot serve several tenants: give each its own adminKey in APPLY_CONFIG.',
  );
}

/** Warns about settings with which no form can be opened, or only on our own pages. */
const findUnusable = ({ name, adminKey, publicJobs, origins }: TenantOptions): readonly string[] => [
  ...when(
    adminKey === null && publicJobs.length === 0,
    `No one can open a form of the tenant "${name}": set APPLY_ADMIN_KEY, with which a server makes sessions, or APPLY_PUBLIC_JOBS.`,
  ),
  ...when(
    publicJobs.length > 0 && origins.length === 0,
    `Only our own pages can open a form of the tenant "${name}": APPLY_PUBLIC_JOBS is set and APPLY_ORIGINS is not.`,
  ),
];
