/** `npx apply-form-server link` as a function, without the process around it. */
import type { Environment } from '../../server/process/configuration/variables.ts';
import { wantsHelp } from '../arguments.ts';
import { type ChosenTenant, chooseTenant } from '../chosen-tenant.ts';
import { type CommandResult, failed } from '../command-result.ts';
import { sessionLink } from '../session-link.ts';
import { findApplications, readApplication } from './find-applications.ts';
import type { FoundApplication, LinkedApplication } from './found-application.ts';
import { linkJson, linkTable, oneLine } from './link-table.ts';
import { type LinkCommand, readLinkCommand, usage } from './options.ts';

export async function runLink(args: readonly string[], environment: Environment): Promise<CommandResult> {
  if (wantsHelp(args)) return { code: 0, stdout: usage, stderr: [] };
  const command = readLinkCommand(args);
  if (!command.ok) return failed(command.error);
  const chosen = chooseTenant(environment, command.value.tenant);
  if (!chosen.ok) return failed(chosen.error);
  return command.value.by === 'application'
    ? linkById(command.value, chosen.value)
    : linkByPhone(command.value, chosen.value);
}

async function linkById({ value, json }: LinkCommand, chosen: ChosenTenant): Promise<CommandResult> {
  const link = await sessionLink(chosen, value);
  if (!link.ok) return failed(link.error);
  if (json) return { code: 0, stdout: JSON.stringify(link.value), stderr: [] };
  const application = await readApplication(chosen, value);
  return { code: 0, stdout: link.value.link, stderr: application === null ? [] : [oneLine(application)] };
}

async function linkByPhone({ value, json }: LinkCommand, chosen: ChosenTenant): Promise<CommandResult> {
  const found = await findApplications(chosen, value);
  if (!found.ok) return failed(found.error);
  const { applications, warnings } = found.value;
  if (applications.length === 0) return { ...failed(noneAt(value, chosen), 1), stdout: json ? '[]' : null };
  const linked: LinkedApplication[] = [];
  for (const one of applications) linked.push(toLinked(one, await sessionLink(chosen, one.id)));
  const result = json ? { stdout: linkJson(linked), stderr: [] } : written(linked, value);
  const faults = faultsOf(linked);
  const stderr = [...warnings, ...result.stderr, ...faults];
  return { code: faults.length > 0 ? 2 : 0, stdout: result.stdout, stderr };
}

const toLinked = (
  application: FoundApplication,
  link: Awaited<ReturnType<typeof sessionLink>>,
): LinkedApplication =>
  link.ok
    ? { ...application, link: link.value, fault: null }
    : { ...application, link: null, fault: link.error };

/** Each cause once, however many applications have no link because of it. */
function faultsOf(linked: readonly LinkedApplication[]): readonly string[] {
  const causes = new Set(linked.flatMap(({ fault }) => fault ?? []));
  return [...causes].map((cause) => {
    const ids = linked.filter(({ fault }) => fault === cause).map(({ id }) => id);
    return `No link for ${ids.length === 1 ? 'application' : 'applications'} ${ids.join(', ')}: ${cause}`;
  });
}

/** A single link goes to standard output for other programs; the application it belongs to goes to standard error. */
function written(linked: readonly LinkedApplication[], phone: string): Omit<CommandResult, 'code'> {
  const [only, ...more] = linked;
  if (only === undefined || more.length > 0) return { stdout: linkTable(linked, phone), stderr: [] };
  return { stdout: only.link?.link ?? null, stderr: [oneLine(only)] };
}

const noneAt = (phone: string, { serviceUrl }: ChosenTenant): string =>
  `No application has the phone ${phone} at ${serviceUrl}.
Check: is it the number of the candidate's record there, in full, with its country code (+44 for the United Kingdom)
and without the 0 that stands before it at home? May this key see the applications of confidential jobs?`;
