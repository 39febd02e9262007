/**
 * `npx apply-form-server link`: asks the running server for a link to the form of an application, or, by phone, of each
 * application of a candidate. Exit 1: no candidate has this phone; 2: a link could not be made.
 */
import * as z from 'zod';
import { type ApplicationEnd, applicationEnds } from '../server/http/options.ts';
import { createClient } from '../server/service/client.ts';
import { findIncluded, type Page } from '../server/service/included.ts';
import { allVisibilities, isPhoneNumber } from '../server/service/queries.ts';
import type { ApplicationResource } from '../server/service/resources.ts';
import { defineCommand, type ExitCode, Fault, type Given, Misuse } from './command.ts';
import { connectServer, type RunningServer } from './running-server.ts';
import { type ChosenTenant, chooseTenant, serviceFault } from './tenant.ts';
import { tableLines, toJson } from './text-table.ts';

const options = {
  application: { type: 'string' },
  phone: { type: 'string' },
  json: { type: 'boolean' },
  tenant: { type: 'string' },
} as const;

export const link = defineCommand({
  usage: `Usage: npx apply-form-server link --application ID | --phone +44… [--json] [--tenant NAME]
  --application ID   prints a link to the form of this application
  --phone +44…       prints a link for each application of the candidate with this number, also for confidential jobs`,
  options,
  takesWords: true,
  async act(given) {
    const { application, phone, tenant } = given.values;
    if ((application === undefined) === (phone === undefined))
      throw new Misuse('Give either --application or --phone.');
    // `--phone +44 7700 900123` without quotes arrives as three words.
    const number = phone === undefined ? null : readPhone([phone, ...given.words].join(' '));
    if (application !== undefined && given.words.length > 0)
      throw new Misuse(`"${given.words[0]}" belongs to no option.`);
    const id = application?.trim() ?? '';
    if (number === null && id === '') throw new Misuse('The id is empty.');
    const chosen = chooseTenant(given.environment, tenant);
    return number === null ? linkById(given, chosen, id) : linkByPhone(given, chosen, number);
  },
});

/** Matches spaces and dashes of every kind, brackets, dots and slashes. */
const separators = /[\s\p{Pd}()[\]./]/gu;

/** Converts a phone number as people write it to E.164, which the service's filter requires. */
function readPhone(written: string): string {
  // The 0 of `+44 (0)20 …` is dialled only inside the country; 00 is the international prefix of most countries.
  const phone = written.replace(/\(0\)/, '').replaceAll(separators, '').replace(/^00/, '+');
  if (isPhoneNumber(phone)) return phone;
  throw new Fault(
    `"${written}" is not an international phone number such as +447700900123: + and country code, without the 0 after it.`,
  );
}

const sessionSchema = z
  .object({
    data: z.object({
      id: z.string(),
      attributes: z.object({ link: z.string(), token: z.string(), expires_in: z.number() }),
    }),
  })
  // With the id, the link can be revoked.
  .transform(({ data: { id, attributes } }) => ({ ...attributes, session: id }));

type SessionLink = z.output<typeof sessionSchema>;

const askLink = (server: RunningServer, application: string): Promise<SessionLink> =>
  server.read('/sessions', sessionSchema, {
    data: { type: 'sessions', attributes: { application, link: 'invitation' } },
  });

async function linkById(
  { send, values, print }: Given<typeof options>,
  chosen: ChosenTenant,
  application: string,
): Promise<ExitCode> {
  const made = await askLink(connectServer(chosen, send), application).catch((error: unknown) => {
    // The exit code is 2 for every refusal.
    throw error instanceof Fault ? new Fault(error.message) : error;
  });
  print(values.json ? JSON.stringify(made) : made.link);
  return 0;
}

/** An application of a candidate, with details that distinguish it from the others. */
interface FoundApplication {
  readonly application: string;
  /** The job's title, or else its id. */
  readonly job: string;
  readonly job_id: string | null;
  readonly stage: string | null;
  /** The date-time as the service wrote it. */
  readonly applied: string | null;
  readonly state: 'open' | 'rejected' | 'hired';
}

const noLink = { link: null, session: null, token: null, expires_in: null };

async function linkByPhone(
  { send, values, print, printError }: Given<typeof options>,
  chosen: ChosenTenant,
  phone: string,
): Promise<ExitCode> {
  const { serviceUrl, tenant } = chosen;
  const client = createClient({ baseUrl: serviceUrl, key: tenant.serviceKey, send });
  const read = await client.listApplications({
    filter: { candidate_phone: phone, job_visibility: allVisibilities },
    include: ['stage', 'job'],
    sort: ['-created_at'],
  });
  if (!read.ok) throw serviceFault(read.error, chosen);
  const applications = read.value.data.map((resource) => toFound(resource, read.value.included));
  if (applications.length === 0) {
    if (values.json) print('[]');
    throw new Fault(noneAt(phone, serviceUrl), 1);
  }
  const server = connectServer(chosen, send);
  const linked: (FoundApplication & (SessionLink | typeof noLink))[] = [];
  for (const found of applications) {
    const made = await askLink(server, found.application).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      printError(`No link for application ${found.application}: ${error.message}`);
      return noLink;
    });
    linked.push({ ...found, ...made });
  }
  print(values.json ? toJson(linked) : linkTable(linked, tenant.closedWhen ?? applicationEnds));
  return linked.some((row) => row.link === null) ? 2 : 0;
}

function linkTable(
  linked: readonly (FoundApplication & { readonly link: string | null })[],
  closedWhen: readonly ApplicationEnd[],
): string {
  const rows = linked.map(({ application, job, stage, applied, state, link: address }) => {
    const isClosed = closedWhen.some((end) => end === state);
    const cells = [application, job, stage, applied?.slice(0, 10)].map((cell) => cell ?? 'unknown');
    return {
      cells: [...cells, isClosed ? `${state}, form closed` : state],
      below: [address ?? 'no link'],
    };
  });
  return tableLines(['Application', 'Job', 'Stage', 'Applied on', 'State'], rows).join('\n');
}

function toFound(
  application: ApplicationResource,
  included: Page<ApplicationResource>['included'],
): FoundApplication {
  const { attributes, relationships } = application;
  const job = relationships.job?.data ?? null;
  const stage = relationships.stage?.data ?? null;
  // The document shows no attribute of a job or a stage, so their types are not known.
  const title = job === null ? undefined : findIncluded(included, job)?.attributes['title'];
  const name = stage === null ? undefined : findIncluded(included, stage)?.attributes['name'];
  const id = job?.id ?? attributes.job_id?.toString() ?? null;
  return {
    application: application.id,
    job: typeof title === 'string' ? title : (id ?? 'unknown'),
    job_id: id,
    stage: typeof name === 'string' ? name : (stage?.id ?? attributes.stage_id?.toString() ?? null),
    applied: attributes.created_at ?? null,
    state: attributes.rejected_at ? 'rejected' : attributes.hired_at ? 'hired' : 'open',
  };
}

const noneAt = (phone: string, serviceUrl: string): string =>
  `No application has the phone number ${phone} at ${serviceUrl}.
Check that it is the full number of the candidate's record, with its country code (+44 for the United Kingdom) and
without the leading 0, and that this key may read applications for confidential jobs.`;
