import { type ApplicationParameters, readApplicationParameters } from './application-parameters.ts';
import { applicationResource } from './application-resource.ts';
import { includedAnswers, visibleAnswers } from './included-answers.ts';
import type { Document, Resource } from './json-api.ts';
import type { ApplicationRecord } from './record-store.ts';
import { findJob, isVisible, type SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, refused } from './service-fault.ts';

/** `GET /api/v1/applications`: one page of what the filters leave. */
export function listApplications(state: SandboxState, query: URLSearchParams): Checked<Document> {
  if (state.faults.current().no_list)
    return refused({ code: 'forbidden', detail: 'The key may not list applications' });
  const read = readApplicationParameters(state, query);
  if (!read.ok) return read;
  const { pageNumber, pageSize, countTotal, include, fields, sort } = read.value;
  const all = sorted(filtered(state, read.value), sort);
  const page = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  const meta = countTotal ? { stats: { total: { count: all.length } } } : {};
  const answersOf = ({ id }: ApplicationRecord) => (include === null ? null : visibleAnswers(state, id));
  const data = page.map((one) => sparse(applicationResource(one, answersOf(one)), fields));
  if (include === null) return accepted({ data, meta });
  const answers = page.flatMap((one) => answersOf(one) ?? []);
  return accepted({ data, included: includedAnswers(state, answers, include), meta });
}

function filtered(
  state: SandboxState,
  { phone, visibilities }: ApplicationParameters,
): readonly ApplicationRecord[] {
  return state.records.applications().filter((application) => {
    if (!isVisible(state, application)) return false;
    if (phone !== null && application.attributes['phone'] !== phone) return false;
    const visibility = findJob(state, application.jobId)?.visibility ?? 'external';
    return visibilities === null ? visibility !== 'confidential' : visibilities.includes(visibility);
  });
}

type Compare = (left: ApplicationRecord, right: ApplicationRecord) => number;

/** Date-times in ISO compare as texts. */
const compares: Readonly<Record<string, Compare>> = {
  id: (left, right) => Number(left.id) - Number(right.id),
  created_at: (left, right) => compareTexts(left.createdAt, right.createdAt),
  updated_at: (left, right) => compareTexts(left.updatedAt, right.updatedAt),
};

const compareTexts = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

function sorted(all: readonly ApplicationRecord[], sort: readonly string[]): readonly ApplicationRecord[] {
  return [...all].sort((left, right) => {
    for (const name of sort) {
      const order = compares[name.replace(/^-/, '')]?.(left, right) ?? 0;
      if (order !== 0) return name.startsWith('-') ? -order : order;
    }
    return 0;
  });
}

/** A relationship is a field: one that was not named goes (JSON:API 1.1, "Sparse Fieldsets"). */
function sparse(resource: Resource, fields: ReadonlySet<string> | null): Resource {
  if (fields === null) return resource;
  return {
    ...resource,
    attributes: Object.fromEntries(Object.entries(resource.attributes).filter(([name]) => fields.has(name))),
    relationships: Object.fromEntries(
      Object.entries(resource.relationships).filter(([name]) => fields.has(name)),
    ),
  };
}
