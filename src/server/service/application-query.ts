/** The query of `GET /api/v1/applications` and of `GET /api/v1/applications/{id}`. */
import { isPhoneNumber } from './phone-number.ts';
import { type nestedIncludes, readings } from './readings.ts';
import type { AnswerExtraField, AnswerField } from './resources/answer.ts';
import type {
  ApplicationExtraField,
  ApplicationField,
  ApplicationRelationship,
} from './resources/application.ts';
import type { CandidateExtraField, CandidateField } from './resources/candidate.ts';
import type { CommentField } from './resources/comment.ts';
import type { JobSeekerExtraField } from './resources/job-seeker.ts';
import type { QuestionField } from './resources/question.ts';
import type { JobVisibility } from './visibilities.ts';
import {
  checkedQuery,
  type PageParameters,
  type Query,
  refusedOfPage,
  type SortOrder,
  type TotalParameters,
  type WrittenQuery,
  writeList,
  writePage,
  writeQuery,
} from './write-query.ts';

/** A relationship of applications, or a path below one. */
export type ApplicationInclude = ApplicationRelationship | (typeof nestedIncludes)[number];

export interface ReadApplicationParameters {
  /** Related resources that are to come in `included`. */
  readonly include?: readonly ApplicationInclude[];
  /** Attributes that only come when they are asked for, by the type that has them. */
  readonly extra_fields?: {
    readonly applications?: readonly ApplicationExtraField[];
    readonly answers?: readonly AnswerExtraField[];
    readonly candidates?: readonly CandidateExtraField[];
    readonly job_seekers?: readonly JobSeekerExtraField[];
  };
  /** The attributes that are to come, all of a type unless given. */
  readonly fields?: {
    readonly applications?: readonly ApplicationField[];
    readonly answers?: readonly AnswerField[];
    readonly candidates?: readonly CandidateField[];
    readonly comments?: readonly CommentField[];
    readonly questions?: readonly QuestionField[];
  };
}

export interface ListApplicationsParameters extends ReadApplicationParameters {
  readonly filter?: {
    /** Applications of confidential jobs come only where `confidential` is named. */
    readonly job_visibility?: readonly JobVisibility[];
    /** E.164, `+447700900123`: anything else is `bad_request`, and nothing is sent. */
    readonly candidate_phone?: string;
  };
  readonly sort?: SortOrder<'id' | 'created_at' | 'updated_at'>;
  readonly page?: PageParameters;
  readonly stats?: TotalParameters;
}

export function readQuery({ include, extra_fields, fields }: ReadApplicationParameters): Query {
  return writeQuery({
    [readings.applicationFields]: writeList(fields?.applications),
    [readings.answerFields]: writeList(fields?.answers),
    [readings.candidateFields]: writeList(fields?.candidates),
    [readings.commentFields]: writeList(fields?.comments),
    'fields[questions]': writeList(fields?.questions),
    'extra_fields[applications]': writeList(extra_fields?.applications),
    [readings.answerExtraFields]: writeList(extra_fields?.answers),
    [readings.candidateExtraFields]: writeList(extra_fields?.candidates),
    [readings.jobSeekerExtraFields]: writeList(extra_fields?.job_seekers),
    include: writeList(include),
  });
}

export function listQuery(parameters: ListApplicationsParameters): WrittenQuery {
  const { filter, sort, page, stats } = parameters;
  const phone = filter?.candidate_phone;
  const query = {
    ...writeQuery({
      sort: writeList(sort),
      'filter[candidate_phone]': phone,
      'filter[job_visibility]': writeList(filter?.job_visibility),
      [readings.total]: stats?.total,
      ...writePage(page),
    }),
    ...readQuery(parameters),
  };
  const isPhone = phone === undefined || isPhoneNumber(phone);
  return checkedQuery(isPhone ? refusedOfPage(page) : 'filter.candidate_phone', query);
}
