/**
 * `npx apply-form-server probe`: reads a real service and reports for each of our readings whether it holds there, and which
 * option to set. Sends only reads. Exit 2: the service cannot be read.
 */
import { systemClock } from '../server/clock.ts';
import { connectService } from '../server/service/send-request.ts';
import { defineCommand, Fault, Misuse, type Terminal } from './command.ts';
import { type OptionName, type Reading, readings } from './probe-readings.ts';
import { type Answered, type Ask, documentOf, findSample, questionsOf, type Sample } from './probe-sample.ts';
import { type ChosenTenant, chooseTenant, serviceFault } from './tenant.ts';
import { tableLines, toJson } from './text-table.ts';

export const probe = defineCommand({
  usage: `Usage: npx apply-form-server probe [--application ID] [--job ID] [--tenant NAME] [--json]
  reads the service with the server's own environment, and reports for each of our readings whether it holds there
  --application ID   an application with answers and an international phone number (default: the newest with answers)
  --job ID           a job whose form has follow-up questions (default: the application's job)`,
  options: {
    application: { type: 'string' },
    job: { type: 'string' },
    tenant: { type: 'string' },
    json: { type: 'boolean' },
  },
  takesWords: false,
  async act(given) {
    const { application = null, job = null, tenant, json } = given.values;
    if (application?.trim() === '' || job?.trim() === '') throw new Misuse('An id is empty.');
    const chosen = chooseTenant(given.environment, tenant);
    const probed = await readService(createAsker(given, chosen), chosen, { application, job });
    given.print(json ? toJson(probed) : reportLines(probed).join('\n'));
    return 0;
  },
});

async function readService(
  { ask, count }: Asker,
  chosen: ChosenTenant,
  wanted: Pick<Sample, 'application' | 'job'>,
) {
  const { serviceUrl: service, tenant } = chosen;
  const first = await ask(questionsOf());
  if (first?.ok === false) throw serviceFault(first.error, chosen);
  const sample = await findSample(ask, wanted);
  if (sample === null)
    throw new Fault(`There is no application ${wanted.application} at ${service}: choose another, or none.`);
  const findings: Finding[] = [];
  for (const reading of readings) findings.push(await judge(reading, sample, ask));
  const { application, job } = sample;
  const set = settingsOf(findings, { ...tenant, ...tenant.semantics });
  return { service, tenant: tenant.name, requests: count(), application, job, readings: findings, set };
}

interface Asker {
  readonly ask: Ask;
  readonly count: () => number;
}

export const MOST_REQUESTS = 32;

/** Milliseconds between two requests, because others use the service, too. */
const GAP = 500;

/** Sends each read only once, with pauses, and at most `MOST_REQUESTS` of them. */
function createAsker({ send, pause, printError }: Terminal, chosen: ChosenTenant): Asker {
  const { serviceUrl: baseUrl, tenant, isSandbox } = chosen;
  const service = { baseUrl, key: tenant.serviceKey, send, clock: systemClock };
  const { get } = connectService(service, {});
  const known = new Map<string, Promise<Answered>>();
  let count = 0;
  const sendOnce: Ask = async ({ path, query = {} }) => {
    if (count === MOST_REQUESTS) return null;
    if (count > 0 && !isSandbox) await pause(GAP);
    count += 1;
    const answered = await get({ path, query });
    // Every further request would get the same answer.
    if (!answered.ok && ['unreachable', 'unauthorized', 'rate_limited'].includes(answered.error.kind))
      throw serviceFault(answered.error, chosen);
    // Prints only the names of parameters, because their values may be personal.
    printError(`${String(count).padStart(2)}  GET ${path} ${Object.keys(query).join(', ')}`.trimEnd());
    return answered;
  };
  return {
    count: () => count,
    ask(request) {
      const name = JSON.stringify(request);
      const reply = known.get(name) ?? sendOnce(request);
      known.set(name, reply);
      return reply;
    },
  };
}

interface Finding extends Pick<Reading, 'reading' | 'option' | 'otherwise'> {
  readonly verdict: 'seen' | 'not seen' | 'could not tell';
}

async function judge({ requests, holds, ...reading }: Reading, sample: Sample, ask: Ask): Promise<Finding> {
  const replies: Answered[] = [];
  for (const request of requests?.(sample) ?? []) replies.push(await ask(request));
  const isUnknown = (requests !== undefined && replies.length === 0) || replies.includes(null);
  const isRefused = replies.some((reply) => reply?.ok === false);
  const isSeen = isUnknown ? null : !isRefused && holds(replies.map(documentOf), sample);
  const verdict = isSeen === null ? 'could not tell' : isSeen ? 'seen' : 'not seen';
  return { ...reading, verdict };
}

/** Returns the options whose value differs from what was seen. */
function settingsOf(
  findings: readonly Finding[],
  current: Readonly<Record<OptionName, string>>,
): Readonly<Record<string, string>> {
  const set: Record<string, string> = {};
  for (const name of new Set(findings.flatMap(({ option }) => option?.[0] ?? []))) {
    const rows = findings.filter(({ option }) => option?.[0] === name);
    const own = rows.find(({ option }) => option?.[1] === current[name]);
    const seen = rows.find(({ verdict }) => verdict === 'seen')?.option?.[1];
    if (own !== undefined && own.verdict !== 'seen' && seen !== undefined) set[name] = seen;
    const isNone = rows.every(({ verdict }) => verdict === 'not seen');
    if (name === 'readBack' && isNone && current.readBack !== 'none') set[name] = 'none';
  }
  return set;
}

function reportLines(probed: Awaited<ReturnType<typeof readService>>): readonly string[] {
  const { service, tenant, requests, application, job, readings: findings, set } = probed;
  const rows = findings.map(({ verdict, option, reading, otherwise }) => ({
    cells: [verdict, option?.join(': ') ?? '', reading],
    below: verdict === 'not seen' && otherwise !== undefined ? [otherwise] : [],
  }));
  return [
    `Readings of the service at ${service}, tenant ${tenant}, by ${requests} requests that only read.`,
    `They were read with application ${application ?? '(none)'} and job ${job ?? '(none)'}. For readings without a verdict, choose others with --application ID and --job ID.`,
    '',
    ...tableLines(['Verdict', 'Option', 'Reading'], rows),
    '',
    Object.keys(set).length === 0
      ? 'Nothing to set.'
      : `Set in APPLY_CONFIG: ${JSON.stringify({ tenants: { [tenant]: set } })}`,
  ];
}
