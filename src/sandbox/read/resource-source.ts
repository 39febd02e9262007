/** Finds every resource of one sandbox by type and id, and converts records, forms and samples to one shape. */

import type { Identifier } from '../json-api.ts';
import { resourceKey } from '../records/kept-data.ts';
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
    (place, id) => map(place.state.records.findApplication(id), (one) => storedApplication(place, one)),
  ],
  [
    'answers',
    (place, id, sample) =>
      sample ?? map(place.state.records.findAnswer(id), (one) => storedAnswer(place, one)),
  ],
  ['answer_options', ({ state }, id) => storedAnswerOption(state.records, id)],
  ['candidates', storedCandidate],
  [
    'job_seekers',
    ({ state }, id, sample) => map(state.records.findJobSeeker(id), (one) => storedJobSeeker(one, sample)),
  ],
  [
    'questions',
    ({ state: { catalogue } }, id) =>
      map(catalogue.find(id), (one) => storedQuestion(catalogue, one.question)),
  ],
  ['jobs', (place, id) => map(findJob(place.state, id), (job) => storedJob(place, job))],
  [
    'job_postings',
    ({ state }, id, sample) =>
      map(
        allJobs(state).find((one) => postingIdOf(one.id) === id),
        storedPosting,
      ) ?? sample,
  ],
  ['stages', (_, id) => stages.find((stage) => stage.id === id)],
]);

const map = <Found, Stored>(
  found: Found | undefined,
  stored: (found: Found) => Stored,
): Stored | undefined => (found === undefined ? undefined : stored(found));

/** For one request only, since it caches what it finds. */
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
