/** Each environment variable with its rule. A fault names the variable and the accepted values. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import * as rules from './config-schema.ts';
import { describeIssues } from './faults.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const listed = <Output>(rule: z.ZodType<Output, string[]>) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(rule)
    .describe(`${rule.description}, separated by commas`);

/** Characters: 32 hexadecimal digits are 128 bits, too many to guess. */
export const SHORTEST_KEY = 32;

const variables = z.object({
  PORT: rules.integer(0, 65_535).optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .optional()
    .describe('a host name or an address'),
  APPLY_MODE: rules.choice(['service', 'sandbox']).optional(),
  APPLY_SANDBOX_PUBLIC: rules.choice(['yes', 'no']).optional(),
  APPLY_SERVICE_URL: rules.serviceUrl.optional(),
  APPLY_SERVICE_KEY: rules.serviceKey.optional(),
  APPLY_SECRET: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(z.string().min(SHORTEST_KEY)).max(2))
    .optional()
    .describe(
      `at least ${SHORTEST_KEY} characters, for example from openssl rand -hex 32; or two such secrets, separated by a comma`,
    ),
  APPLY_ADMIN_KEY: rules.adminKey.optional(),
  APPLY_ORIGINS: listed(rules.origins).optional(),
  APPLY_PUBLIC_JOBS: z
    .literal('all')
    .or(listed(rules.jobs))
    .optional()
    .describe('"all", or ids of jobs separated by commas'),
  APPLY_STORE: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/)
    .optional()
    .describe('file:PATH or postgres://…'),
  APPLY_PUBLIC_URL: rules.publicUrl.optional(),
  APPLY_FALLBACK_URL: rules.fallbackUrl.optional(),
  APPLY_DATE_ORDER: rules.dateOrder.optional(),
  APPLY_UNANSWERED: rules.unanswered.optional(),
  APPLY_TRUST_PROXY: rules.integer(0, 10).optional(),
  APPLY_SEND_SECONDS: rules.integer(1, 300).optional(),
  APPLY_QUIET_SECONDS: rules.integer(1, 3_600).optional(),
  APPLY_DRAIN_SECONDS: rules.integer(0, 300).optional(),
  APPLY_SCAN: z
    .string()
    .transform(parseJson)
    .pipe(z.tuple([z.string().min(1)], z.string()))
    .optional()
    .describe(
      'a JSON list of the program and its arguments, such as ["clamdscan","--no-summary","-"], without shell syntax',
    ),
  APPLY_CONFIG: z
    .string()
    .transform(parseJson)
    .pipe(rules.configSchema)
    .optional()
    .describe(
      'the JSON text itself, {"tenants": {"default": {…}}}; the name of a file goes into APPLY_CONFIG_FILE',
    ),
});

export type Variables = z.output<typeof variables>;

/** The parser's own message would quote a part of the text, which may be secret. */
function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    const lines = text.slice(0, Number(at)).split('\n');
    const message = `it is not JSON at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
    context.addIssue({ code: 'custom', ...(at === undefined ? {} : { message }) });
    return z.NEVER;
  }
}

/**
 * Each of these has a companion variable `NAME_FILE`, because a file appears neither in a process list nor in a shell's history.
 */
const readableFromFiles = [
  'APPLY_SERVICE_KEY',
  'APPLY_SECRET',
  'APPLY_ADMIN_KEY',
  'APPLY_STORE',
  'APPLY_CONFIG',
];

export const variableNames: readonly string[] = [
  ...Object.keys(variables.shape),
  ...readableFromFiles.map((name) => `${name}_FILE`),
];

export interface ReadVariables {
  /** The valid variables. */
  readonly value: Variables;
  /** True for faulty variables, too. */
  readonly isGiven: (name: keyof Variables) => boolean;
  readonly faults: readonly string[];
}

export function readVariables(environment: Environment): ReadVariables {
  const { given, faults: unreadable } = readFiles(environment);
  const parsed = variables.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  return {
    value: variables.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)))),
    isGiven: (name) => Object.hasOwn(given, name) || Object.hasOwn(given, `${name}_FILE`),
    faults: [
      ...describeIssues(issues, variables, placeOf),
      ...unreadable,
      ...findUnknown(Object.keys(given)),
    ],
  };
}

const placeOf = ([name = '', ...path]: readonly string[]): string =>
  name === 'APPLY_CONFIG' && path.length > 0 ? `${name} at ${path.join('.')}` : name;

/** An empty variable counts as unset, because many tools write "no value" that way. */
function readFiles(environment: Environment) {
  const given: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(environment)) if (value !== '') given[name] = value;
  const faults = readableFromFiles.flatMap((name) => {
    const file = given[`${name}_FILE`];
    if (file === undefined) return [];
    if (given[name] !== undefined) return [`${name} and ${name}_FILE are both set: remove one.`];
    try {
      const value = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
      if (value === '') return [`${name}_FILE names an empty file.`];
      given[name] = value;
      return [];
    } catch {
      return [`${name}_FILE names a file that cannot be read.`];
    }
  });
  return { given, faults };
}

/** Variables that Docker and Kubernetes set for every service of a network, such as `APPLY_FORM_SERVICE_HOST`. */
const injected = /^APPLY_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT|PORT_\d+_\w+)$/;

/**
 * Finds misspelt names, which would silently leave a variable unset; names without our prefix belong to other programs.
 */
const findUnknown = (names: readonly string[]): readonly string[] =>
  names
    .filter((name) => name.startsWith('APPLY_') && !variableNames.includes(name) && !injected.test(name))
    .map((name) => `${name} is not a variable of Apply Form.`);

/**
 * The default of `npm start` and the commands: the sandbox, unless a service is configured. A variable that is set but
 * empty counts as configured, because an address was intended.
 */
export function withImpliedMode(environment: Environment): Environment {
  const { APPLY_MODE = '', APPLY_SERVICE_URL, APPLY_SERVICE_KEY, APPLY_SERVICE_KEY_FILE } = environment;
  const isNamed = [APPLY_SERVICE_URL, APPLY_SERVICE_KEY, APPLY_SERVICE_KEY_FILE].some(
    (value) => value !== undefined,
  );
  const config = readFiles(environment).given['APPLY_CONFIG'] ?? '';
  if (APPLY_MODE !== '' || isNamed || /"service(Url|Key)"/.test(config)) return environment;
  return { ...environment, APPLY_MODE: 'sandbox' };
}
