import { answers } from './answers.ts';
import { applications } from './applications.ts';
import { candidates } from './candidates.ts';
import { comments } from './comments.ts';
import { jobSeekers } from './job-seekers.ts';
import { questions } from './questions.ts';
import type { RelationshipType, ResourceType } from './resource-type.ts';
import { unshownTypes } from './unshown-types.ts';

/** Every type of resource that the sandbox can return, by its name. */
export const resourceTypes: ReadonlyMap<string, ResourceType> = new Map(
  [applications, candidates, jobSeekers, answers, comments, questions, ...unshownTypes].map((one) => [
    one.type,
    one,
  ]),
);

/** Undefined where the type has no such relationship. */
export const relationshipOf = (type: string, name: string): RelationshipType | undefined =>
  resourceTypes.get(type)?.relationships.find((one) => one.name === name);
