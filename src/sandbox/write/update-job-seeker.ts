import type { Document } from '../json-api.ts';
import { readJobSeeker } from '../read/read-job-seeker.ts';
import { jobSeekers } from '../resource-types/job-seekers.ts';
import type { Place } from '../sandbox-state.ts';
import { type Checked, notFound, refused } from '../service-fault.ts';
import { applyTagChanges, findTagFaults, readTagChanges } from '../tags/tag-changes.ts';
import { findAttributeFaults } from './attribute-faults.ts';
import { readWriteBody } from './write-body.ts';
import type { WriteRequest } from './write-request.ts';

/** `PATCH /api/v1/job_seekers/{id}`: the tag fields alone. `PUT` is a reading, since it works on applications. */
export function updateJobSeeker(place: Place, { id, query, body }: WriteRequest): Checked<Document> {
  const { records, tags } = place.state;
  const attributes = readWriteBody(body, { type: jobSeekers, id, relationships: [] });
  if (!attributes.ok) return attributes;
  const read = () => readJobSeeker(place, id, query);
  const unread = read();
  if (!unread.ok) return unread;
  const record = records.findJobSeeker(id);
  if (record === undefined) return refused(notFound);
  const shapeFaults = findAttributeFaults(jobSeekers, attributes.value, noDemands);
  const faults = shapeFaults.length > 0 ? shapeFaults : findTagFaults(attributes.value, tags);
  if (faults.length > 0) return refused(...faults);
  const changes = readTagChanges(attributes.value);
  tags.createByWriting(changes.add);
  records.replaceJobSeeker(record, applyTagChanges(record.tags, changes));
  return read();
}

const noDemands = { needed: [], expected: [], country: null };
