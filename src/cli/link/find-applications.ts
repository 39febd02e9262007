/** The applications with one phone number, the newest first, with what distinguishes them. */

import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { applicationId, jobId } from '../../core/model/ids.ts';
import { applicationEnds } from '../../server/http/options.ts';
import { type Client, createClient } from '../../server/service/client.ts';
import { createService } from '../../server/service/create-service.ts';
import type { Page } from '../../server/service/included.ts';
import { findIncluded } from '../../server/service/included.ts';
import { allVisibilities } from '../../server/service/queries.ts';
import type { ApplicationResource } from '../../server/service/resources.ts';
import type { ServiceError } from '../../server/service/service-error.ts';
import type { ChosenTenant } from '../chosen-tenant.ts';
import { explainFailure } from '../service-sentences.ts';
import type { FoundApplication } from './found-application.ts';

export interface Found {
  readonly applications: readonly FoundApplication[];
  /** Sentences about what may be missing. */
  readonly warnings: readonly string[];
}

/** The error is a sentence. */
export async function findApplications(chosen: ChosenTenant, phone: string): Promise<Outcome<Found, string>> {
  const address = addressOf(chosen);
  const read = await readAll(createClient(address), phone);
  if (!read.ok) return failure(await explainFailure(read.error, chosen));
  const { pages, isWhole } = read.value;
  const found = pages.flatMap(({ data, included }) => data.map((one) => toFound(one, included, chosen)));
  const titles = await readTitles(createService(address), found);
  return success({
    applications: found.map((one) => ({ ...one, title: titles.get(one.job) ?? null })),
    warnings: isWhole ? [] : [noPages],
  });
}

const addressOf = ({ serviceUrl: baseUrl, tenant }: ChosenTenant) => ({
  baseUrl,
  key: tenant.serviceKey,
  send: (request: Request) => fetch(request),
});

/** With one request; null: this service does not allow it to be read that way. */
export async function readApplication(chosen: ChosenTenant, id: string): Promise<FoundApplication | null> {
  const client = createClient(addressOf(chosen));
  const read = await client.readApplication(applicationId(id), { include: ['job', 'stage'] });
  if (!read.ok) return null;
  const { data, included } = read.value;
  const job = data.relationships.job?.data;
  const title = job === null || job === undefined ? null : findIncluded(included, job)?.attributes['title'];
  return { ...toFound(data, included, chosen), title: typeof title === 'string' ? title : null };
}

const noPages =
  'This service does not give its list page by page: there may be older applications that are not shown.';

interface Pages {
  readonly pages: readonly Page<ApplicationResource>[];
  /** No page is missing. */
  readonly isWhole: boolean;
}

async function readAll(client: Client, phone: string): Promise<Outcome<Pages, ServiceError>> {
  const wanted = {
    filter: { candidate_phone: phone, job_visibility: allVisibilities },
    include: ['stage'],
    sort: ['-created_at'],
  } as const;
  const pages: Page<ApplicationResource>[] = [];
  for await (const page of client.applicationPages(wanted)) {
    if (page.ok) pages.push(page.value);
    else if (!isAboutPages(page.error)) return page;
    else if (pages.length > 0) return success({ pages, isWhole: false });
    else return readOne(client, wanted);
  }
  return success({ pages, isWhole: true });
}

/**
 * The document shows no paging parameters for this list: a service may refuse them, or return the same page for ever.
 */
const isAboutPages = ({ kind }: ServiceError): boolean => kind === 'bad_request' || kind === 'bad_document';

async function readOne(
  client: Client,
  wanted: Parameters<Client['listApplications']>[0],
): Promise<Outcome<Pages, ServiceError>> {
  const page = await client.listApplications(wanted);
  return page.ok ? success({ pages: [page.value], isWhole: page.value.data.length === 0 }) : page;
}

type Untitled = Omit<FoundApplication, 'title'>;

function toFound(
  one: ApplicationResource,
  included: Page<ApplicationResource>['included'],
  { tenant: { closedWhen = applicationEnds } }: ChosenTenant,
): Untitled {
  const { attributes, relationships } = one;
  const stage = relationships.stage?.data ?? null;
  const name = stage === null ? undefined : findIncluded(included, stage)?.attributes['name'];
  const stageId = stage?.id ?? attributes.stage_id?.toString() ?? null;
  return {
    id: one.id,
    job: relationships.job?.data?.id ?? attributes.job_id?.toString() ?? null,
    // The document shows no attribute of a stage; its name is read as `name`.
    stage: typeof name === 'string' && name !== '' ? name : stageId,
    applied: attributes.created_at ?? null,
    state: stateOf(attributes),
    isClosed: closedWhen.some((end) => (attributes[`${end}_at`] ?? null) !== null),
  };
}

function stateOf({ rejected_at, hired_at }: ApplicationResource['attributes']): FoundApplication['state'] {
  if ((rejected_at ?? null) !== null) return 'rejected';
  return (hired_at ?? null) === null ? 'open' : 'hired';
}

/** Beyond the document, so after one refusal the service is not asked for the next. */
async function readTitles(
  service: Pick<ReturnType<typeof createService>, 'readJob'>,
  found: readonly Untitled[],
): Promise<ReadonlyMap<string | null, string>> {
  const titles = new Map<string | null, string>();
  for (const job of new Set(found.flatMap((one) => one.job ?? []))) {
    const read = await service.readJob(jobId(job));
    if (!read.ok && read.error.kind !== 'not_found') return titles;
    if (read.ok && read.value.title !== null) titles.set(job, read.value.title);
  }
  return titles;
}
