/** The applications with one phone number, for a person to read and for scripts. */
import { visibleInLine } from '../../server/process/print.ts';
import { alignColumns } from '../text-table.ts';
import { type FoundApplication, type LinkedApplication, nameOfJob } from './found-application.ts';

const headings = ['', 'Application', 'Job', 'Stage', 'Applied on', 'State'];

export function linkTable(applications: readonly LinkedApplication[], phone: string): string {
  const rows = applications.map((one, index) => [
    `${index + 1}.`,
    one.id,
    nameOfJob(one),
    one.stage ?? 'unknown',
    dayOf(one),
    one.state,
  ]);
  const links = applications.map(({ link }, index) => [`${index + 1}.`, link?.link ?? 'no link']);
  return [
    `${applications.length} applications of ${phone}, the newest first:`,
    '',
    ...alignColumns([headings, ...rows]),
    '',
    ...alignColumns(links),
  ].join('\n');
}

/** The line on standard error beside a single link. */
export const oneLine = (one: FoundApplication): string =>
  visibleInLine(
    `Application ${one.id}: ${nameOfJob(one)}, stage ${one.stage ?? 'unknown'}, applied on ${dayOf(one)}, ${one.state}.${one.isClosed ? ' Its form will say that it is closed.' : ''}`,
  );

/** The day in the service's date-time, in its own time zone. */
const dayOf = ({ applied }: FoundApplication): string => applied?.slice(0, 10) ?? 'unknown';

export const linkJson = (applications: readonly LinkedApplication[]): string =>
  JSON.stringify(
    applications.map((one) => ({
      application: one.id,
      job: nameOfJob(one),
      job_id: one.job,
      stage: one.stage,
      applied: one.applied,
      state: one.state,
      link: one.link?.link ?? null,
      session: one.link?.session ?? null,
      token: one.link?.token ?? null,
      expires_in: one.link?.expires_in ?? null,
    })),
    null,
    2,
  );
