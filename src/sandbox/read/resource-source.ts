/** Finds every resource of one sandbox by type and id, and converts records, forms and samples to one shape. */

import type { Identifier } from '../json-api.ts';
import { resourceKey } from '../records/data-file.ts';
import { storedAnswer, storedAnswerOption, storedQuestion } from '../resources/stored-answer.ts';
import { stages, storedApplication } from '../resources/stored-application.ts';
import { storedCandidate, storedJob, storedJobSeeker, storedPosting } from '../resources/stored-candidate.ts';
import { identifiersIn, type StoredResource } from '../resources/stored-resource.ts';
import { postingIdOf } from '../sample-form.ts';
import { allJobs, findJob, type Place } from '../sandbox-state.ts';
import type { Follow } from './include-walk.ts';

type Finder = (place: Place, id: string, sample: StoredResource | undefined) => StoredResource | undefined;

const finders: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  [
    'applications',
    (place, id) => map(place.state.records.findApplication(id), (record) => storedApplication(place, record)),
  ],
  [
    'answers',
    (place, id, sample) =>
      sample ?? map(place.state.records.findAnswer(id), (record) => storedAnswer(place, record)),
  ],
  ['answer_options', ({ state }, id) => storedAnswerOption(state.records, id)],
  ['candidates', storedCandidate],
  [
    'job_seekers',
    ({ state }, id, sample) =>
      map(state.records.findJobSeeker(id), (record) => storedJobSeeker(record, sample)),
  ],
  [
    'questions',
    ({ state: { catalogue } }, id) =>
      map(catalogue.find(id), ({ question }) => storedQuestion(catalogue, question)),
  ],
  ['jobs', (place, id) => map(findJob(place.state, id), (job) => storedJob(place, job))],
  [
    'job_postings',
    ({ state }, id, sample) =>
      map(
        allJobs(state).find((job) => postingIdOf(job.id) === id),
        storedPosting,
      ) ?? sample,
  ],
  ['stages', (_, id) => stages.find((stage) => stage.id === id)],
]);

const map = <Found, Stored>(
  found: Found | undefined,
  stored: (found: Found) => Stored,
): Stored | undefined => (found === undefined ? undefined : stored(found));

/** Returns a source for one request only, because it caches what it finds. */
export function createResourceSource(place: Place) {
  const found = new Map<string, StoredResource | undefined>();
  const lookUp = ({ type, id }: Identifier): StoredResource | undefined => {
    const sample = place.state.samples.resources.get(resourceKey({ type, id }));
    const finder = finders.get(type);
    return finder === undefined ? sample : finder(place, id, sample);
  };
  /** Returns the same object on every call, because the include walk compares resources by identity. */
  const find = (identifier: Identifier): StoredResource | undefined => {
    const key = resourceKey(identifier);
    if (!found.has(key)) found.set(key, lookUp(identifier));
    return found.get(key);
  };
  const follow: Follow = (resource, relationship) =>
    identifiersIn(resource.links[relationship]).flatMap((identifier) => find(identifier) ?? []);
  return { find, follow };
}
