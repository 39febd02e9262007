import type { Document } from '../json-api.ts';
import { type ApplicationParameters, readApplicationParameters } from '../query/application-parameters.ts';
import { pageOf } from '../query/paging.ts';
import { compareIds, compareTexts, type SortOrders, sortedBy } from '../query/sorting.ts';
import type { ApplicationRecord } from '../records/record-store.ts';
import { findJob, jobVisibility, type Place, type SandboxState } from '../sandbox-state.ts';
import { accepted, type Checked } from '../service-fault.ts';
import { readResources } from './read-resources.ts';
import { createResourceSource } from './resource-source.ts';

/** `GET /api/v1/applications`: one page of the applications that pass the filters. */
export function listApplications(place: Place, query: URLSearchParams): Checked<Document> {
  const { state } = place;
  const parameters = readApplicationParameters(query);
  if (!parameters.ok) return parameters;
  const { sort, paging, read } = parameters.value;
  const { items, meta } = pageOf(sortedBy(filtered(state, parameters.value), sort, orders), paging);
  const source = createResourceSource(place);
  const data = items.flatMap(({ id }) => source.find({ type: 'applications', id }) ?? []);
  return accepted({ ...readResources(source.follow, data, read), meta });
}

const orders: SortOrders<ApplicationRecord> = {
  id: (left, right) => compareIds(left.id, right.id),
  created_at: (left, right) => compareTexts(left.createdAt, right.createdAt),
  updated_at: (left, right) => compareTexts(left.updatedAt, right.updatedAt),
};

function filtered(
  state: SandboxState,
  { phone, visibilities }: ApplicationParameters,
): readonly ApplicationRecord[] {
  return state.records.applications().filter((application) => {
    if (phone !== null && application.attributes['phone'] !== phone) return false;
    const job = findJob(state, application.jobId);
    const visibility = job === undefined ? 'external' : jobVisibility(state, job);
    return visibilities === null ? visibility !== 'confidential' : visibilities.includes(visibility);
  });
}
