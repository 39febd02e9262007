/** Each environment variable with its rule. A fault names the variable, what it accepts, and what is wrong with its value. */
import * as z from 'zod';
import { findRepeated } from './repeated-members.ts';
import * as rules from './rules.ts';
import { type Environment, fileVariables, readVariableFiles } from './variable-files.ts';
import { reasonsOf, wrongJson } from './wrong-values.ts';

export type { Environment };

const listed = <Output>(rule: z.ZodType<Output, string[]>) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(rule);

const secrets = z.array(z.string()).superRefine((given, context) => {
  const short = given.findIndex((one) => one.length < SHORTEST_SECRET);
  if (given.length > 2) context.addIssue({ code: 'custom', message: `there are ${given.length}` });
  else if (short >= 0) {
    const which = given.length === 1 ? 'it' : ['the first', 'the second'][short];
    context.addIssue({ code: 'custom', message: `${which} is shorter` });
  }
});

/** Characters. */
const SHORTEST_SECRET = 32;

const schema = z.object({
  PORT: rules.integer(0, 65_535).optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .optional(),
  APPLY_MODE: z.enum(['service', 'sandbox']).optional(),
  APPLY_SANDBOX_PUBLIC: z.enum(['yes', 'no']).optional(),
  APPLY_SERVICE_URL: rules.serviceUrl.optional(),
  APPLY_SERVICE_KEY: rules.headerText.optional(),
  APPLY_SECRET: listed(secrets).optional(),
  APPLY_ADMIN_KEY: rules.headerText.optional(),
  APPLY_ORIGINS: listed(rules.origins).optional(),
  APPLY_PUBLIC_JOBS: z.literal('all').or(listed(rules.jobs)).optional(),
  APPLY_STORE: rules.store.optional(),
  APPLY_PUBLIC_URL: rules.publicUrl.optional(),
  APPLY_FALLBACK_URL: rules.fallbackUrl.optional(),
  APPLY_DATE_ORDER: rules.dateOrder.optional(),
  APPLY_UNANSWERED: rules.unanswered.optional(),
  APPLY_TRUST_PROXY: rules.integer(0, 10).optional(),
  APPLY_SEND_SECONDS: rules.integer(1, 300).optional(),
  APPLY_QUIET_SECONDS: rules.integer(1, 3_600).optional(),
  APPLY_DRAIN_SECONDS: rules.integer(0, 300).optional(),
  APPLY_SCAN: z.string().transform(parseJson).pipe(rules.command).optional(),
  APPLY_CONFIG: z.string().transform(parseJson).optional(),
});

export type Variables = z.output<typeof schema>;

const takes: Readonly<Record<keyof Variables, string>> = {
  PORT: 'a number from 0 to 65535',
  HOST: 'a host name or an address',
  APPLY_MODE: 'service or sandbox',
  APPLY_SANDBOX_PUBLIC: 'yes or no',
  APPLY_SERVICE_URL: 'an http or https address without user, query or fragment',
  APPLY_SERVICE_KEY: 'the key that the service gave you, without spaces',
  APPLY_SECRET:
    'at least 32 characters, as openssl rand -hex 32 makes them; or two such secrets, separated by a comma',
  APPLY_ADMIN_KEY: 'a key without spaces',
  APPLY_ORIGINS: 'origins as https://careers.example.com, separated by commas',
  APPLY_PUBLIC_JOBS: '"all", or ids of jobs separated by commas',
  APPLY_STORE: 'file:PATH or postgres://…',
  APPLY_PUBLIC_URL:
    'an http or https address without user, query or fragment, whose path, if any, is none of the server itself, as /form or /docs',
  APPLY_FALLBACK_URL: 'an http or https address, in which {job} stands for the id of the job',
  APPLY_DATE_ORDER: 'dmy or mdy',
  APPLY_UNANSWERED: 'hidden or negated',
  APPLY_TRUST_PROXY: 'a number from 0 to 10',
  APPLY_SEND_SECONDS: 'a number from 1 to 300',
  APPLY_QUIET_SECONDS: 'a number from 1 to 3600',
  APPLY_DRAIN_SECONDS: 'a number from 0 to 300',
  APPLY_SCAN:
    'a JSON list, the program and its arguments, as ["clamdscan","--no-summary","-"]: no shell reads it',
  APPLY_CONFIG:
    'the JSON text itself, {"tenants": {"default": {…}}}; the name of a file goes into APPLY_CONFIG_FILE',
};

export const variableNames: readonly string[] = [...Object.keys(takes), ...fileVariables];

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: wrongJson(text) });
    return z.NEVER;
  }
}

export interface ReadVariables {
  /** Without those that are faulty. */
  readonly value: Variables;
  /** Including faulty ones. */
  readonly isGiven: (name: keyof Variables) => boolean;
  readonly faults: readonly string[];
  /** Faults of this variable, and unknown names where it is not given, since it may be misspelt in one of them. */
  readonly wrongWith: (name: keyof Variables) => readonly string[];
}

export function readVariables(environment: Environment): ReadVariables {
  const { given, fromFile, faults } = readVariableFiles(environment);
  const parsed = schema.safeParse(given, { reportInput: true });
  const issues = parsed.error?.issues ?? [];
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  const whereOf = (name: string) => (fromFile.has(name) ? `${name} (from the file of ${name}_FILE)` : name);
  const own = Object.keys(takes)
    .filter(isVariable)
    .filter((name) => faulty.has(name))
    .map((name) => {
      const reasons = reasonsFor(name, issues);
      return {
        name,
        sentence: `${[`${whereOf(name)} must be ${takes[name]}`, ...reasons].join(reasons.length > 1 ? '; ' : ': ')}.`,
      };
    });
  const repeated = (faulty.has(configuration) ? [] : findRepeated(given[configuration] ?? '')).map(
    (place) => ({
      name: configuration,
      sentence: repeatedSentence(whereOf(configuration), place),
    }),
  );
  const known = [...own, ...repeated, ...faults];
  const unknown = unknownNames(Object.keys(given), variableNames).map(
    (name) => `${name} is no variable of Apply Form.`,
  );
  const isGiven = (name: string) => Object.hasOwn(given, name) || fromFile.has(name);
  return {
    value: schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)))),
    isGiven,
    faults: [...known.map(({ sentence }) => sentence), ...unknown],
    wrongWith: (name) => [
      ...known.filter((one) => one.name === name).map(({ sentence }) => sentence),
      ...(isGiven(name) ? [] : unknown),
    ],
  };
}

/** Their values are never shown. */
const secret: ReadonlySet<keyof Variables> = new Set([
  'APPLY_SERVICE_KEY',
  'APPLY_SECRET',
  'APPLY_ADMIN_KEY',
  'APPLY_STORE',
  'APPLY_SCAN',
  'APPLY_CONFIG',
]);

function reasonsFor(name: keyof Variables, issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const own = issues.filter(({ path }) => path[0] === name);
  return [...new Set(own.flatMap((issue) => reasonsOf(issue, secret.has(name))))];
}

/** The one variable that takes objects. */
const configuration = 'APPLY_CONFIG';

/** All else is read as if only the last one were there, so that nothing is said to be missing. */
const repeatedSentence = (where: string, place: string): string =>
  `${where} is not right at ${place}: it stands there more than once, and only the last one would count.`;

const isVariable = (name: string): name is keyof Variables => Object.hasOwn(takes, name);

/** Docker and Kubernetes set such variables for every service beside ours, as `APPLY_FORM_SERVICE_HOST`. */
const injected = /^APPLY_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT|PORT_\d+_\w+)$/;

/** A misspelt name must not silently leave a variable unset; names without our prefix are of other programs. */
const unknownNames = (names: readonly string[], known: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('APPLY_') && !known.includes(name) && !injected.test(name));
