/** The writes of the client: what the document shows of `PATCH`, `PUT` and `POST`. None is ever sent again. */

import { failure } from '../../core/model/failure.ts';
import type { ApplicationId, JobSeekerId } from '../../core/model/ids.ts';
import { type AddressToCheck, type CountryChange, refusedLine } from './address-changes.ts';
import type { ApplicationChanges } from './application-changes.ts';
import { type ReadApplicationParameters, readQuery } from './application-query.ts';
import type { Write } from './connect-service.ts';
import { jobSeekerQuery, type ReadJobSeekerParameters } from './job-seeker-query.ts';
import type { NewAnswer } from './new-answer.ts';
import { postAnswer } from './post-answer.ts';
import { type Single, singleOf } from './resource-documents.ts';
import { resourcePath } from './resource-path.ts';
import { type AnswerResource, answerResource } from './resources/answer.ts';
import { type ApplicationResource, applicationResource } from './resources/application.ts';
import { type JobSeekerResource, jobSeekerResource } from './resources/job-seeker.ts';
import { parseReply, parseUpdate, type Reply } from './service-reply.ts';
import type { TagChanges } from './tag-changes.ts';
import { writeAnswer } from './write-answer.ts';
import type { Query } from './write-query.ts';

/** What is to come back of the application as it then is. */
export interface UpdateApplicationOptions extends ReadApplicationParameters {
  /** Both are documented and take the same body; PATCH unless given. */
  readonly method?: 'PATCH' | 'PUT';
}

/** What is to come back of the job seeker as it then is. */
export type UpdateJobSeekerOptions = ReadJobSeekerParameters;

export interface ClientWrites {
  /**
   * Changes what is named. A change whose address breaks the country's rule is `bad_request` with the line as its
   * `parameter`, and nothing is sent.
   * null: it is done, and the service shows nothing of it (204).
   */
  updateApplication<const Country extends CountryChange = undefined>(
    id: ApplicationId,
    changes: ApplicationChanges<Country>,
    options?: UpdateApplicationOptions,
  ): Reply<Single<ApplicationResource> | null>;
  /** The document shows tags alone of what can be written. null: as for applications. */
  updateJobSeeker(
    id: JobSeekerId,
    changes: TagChanges,
    options?: UpdateJobSeekerOptions,
  ): Reply<Single<JobSeekerResource> | null>;
  /** One answer to one question, a child's with the child's own id. A file goes out as it is read. */
  createAnswer(answer: NewAnswer): Reply<Single<AnswerResource>>;
}

const schemas = {
  application: singleOf(applicationResource),
  jobSeeker: singleOf(jobSeekerResource),
  answer: singleOf(answerResource),
};

export function createWrites(write: Write): ClientWrites {
  return {
    async updateApplication(id, changes, { method = 'PATCH', ...parameters } = {}) {
      const line = refusedLine(changes satisfies AddressToCheck);
      if (line !== null) return failure({ kind: 'bad_request', parameter: line });
      const resource = { type: 'applications', id, attributes: changes } as const;
      return parseUpdate(
        await update(write, resource, { method, query: readQuery(parameters) }),
        schemas.application,
      );
    },
    async updateJobSeeker(id, changes, options = {}) {
      const query = jobSeekerQuery(options);
      const resource = { type: 'job_seekers', id, attributes: changes } as const;
      return parseUpdate(await update(write, resource, { method: 'PATCH', query }), schemas.jobSeeker);
    },
    async createAnswer({ application, question, value }) {
      const body = writeAnswer({ question, value }, application);
      const file = value.kind === 'document' ? value.file : undefined;
      return parseReply(await postAnswer(write, body, file), schemas.answer);
    },
  };
}

interface ChangedResource {
  readonly type: 'applications' | 'job_seekers';
  readonly id: string;
  readonly attributes: object;
}

interface Manner {
  readonly method: 'PATCH' | 'PUT';
  readonly query: Query;
}

function update(write: Write, resource: ChangedResource, manner: Manner): ReturnType<Write> {
  const body = JSON.stringify({ data: resource });
  return write({ path: resourcePath(resource.type, resource.id), body, ...manner }, body.length);
}
