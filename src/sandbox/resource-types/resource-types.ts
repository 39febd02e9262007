import { answers } from './answers.ts';
import { applications } from './applications.ts';
import { candidates } from './candidates.ts';
import { comments } from './comments.ts';
import { jobSeekers } from './job-seekers.ts';
import { questions } from './questions.ts';
import type { ResourceType } from './resource-type.ts';
import { unshownTypes } from './unshown-types.ts';

/** Every type of resource that the sandbox can return, by its name. */
export const resourceTypes: ReadonlyMap<string, ResourceType> = new Map(
  [applications, candidates, jobSeekers, answers, comments, questions, ...unshownTypes].map((one) => [
    one.type,
    one,
  ]),
);
