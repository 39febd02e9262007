import type { ApplicationRecord, JobSeekerRecord } from '../records/record-store.ts';
import { identifierOf, identifiersIn, type StoredResource } from '../resources/stored-resource.ts';
import { sectionAnswersOf } from './sample-answers.ts';
import { sampleAttachmentsOf } from './sample-files.ts';
import {
  applicationId,
  candidateId,
  createdAt,
  jobSeekerId,
  partId,
  surveyId,
  updatedAt,
} from './sample-ids.ts';
import type { SamplePerson } from './sample-people.ts';
import { relationsOf } from './sample-relations.ts';

/** The samples as records, and what candidates and job seekers have beyond them. */

/** Version 4, as those of applicants; the last digits are the application's id. */
const UUID = '5a3b1e00-0000-4000-8000-0000000';

export function sampleApplication(person: SamplePerson): ApplicationRecord {
  const id = applicationId(person);
  return {
    id,
    uuid: `${UUID}${id}`,
    jobId: person.jobId,
    candidateId: candidateId(person),
    attributes: person.attributes,
    tags: person.tags,
    attachments: sampleAttachmentsOf(id),
    told: { ...person.told, stage_id: person.stage, job_posting_id: Number(partId(person, 1)) },
    aiScore: person.aiScore,
    averageRating: 3.5 + person.number / 10,
    stagedAt: updatedAt(person),
    links: {
      ...relationsOf(person).links,
      furthest_stage: { type: 'stages', id: String(person.furthestStage) },
    },
    createdAt: createdAt(person),
    updatedAt: updatedAt(person),
  };
}

export const sampleJobSeeker = (person: SamplePerson): JobSeekerRecord => ({
  id: jobSeekerId(person),
  candidateId: candidateId(person),
  tags: [{ context: 'custom_talent_pool', name: 'Keep in touch' }],
  createdAt: createdAt(person),
  updatedAt: updatedAt(person),
});

export const sampleSkills: readonly StoredResource[] = ['Planning', 'Driving'].map((name, place) => ({
  type: 'skills',
  id: String(88_001 + place),
  attributes: { name },
  extraFields: {},
  links: {},
}));

/** What no application says of a person. */
export const sampleHolders = (person: SamplePerson): readonly StoredResource[] => [
  {
    type: 'candidates',
    id: candidateId(person),
    attributes: {
      middle_name: 'Middle',
      blocked: person.number === 4,
      external_system_reference: `sample-candidate-${person.number}`,
    },
    extraFields: {},
    links: {
      hris_references: [{ type: 'hris_exports', id: partId(person, 1) }],
      skills: sampleSkills.map(identifierOf),
      custom_attributes: [{ type: 'custom_attributes', id: partId(person, 1) }],
    },
  },
  {
    type: 'job_seekers',
    id: jobSeekerId(person),
    attributes: {},
    extraFields: {},
    links: { answers: answersOfJobSeeker(person).map(identifierOf) },
  },
  {
    type: 'candidate_surveys',
    id: surveyId(person),
    attributes: { name: `Sample survey of candidate ${candidateId(person)}` },
    extraFields: {},
    links: { candidate: { type: 'candidates', id: candidateId(person) } },
  },
];

const answersOfJobSeeker = (person: SamplePerson): readonly StoredResource[] =>
  sectionAnswersOf(person).filter(({ links: { answerable } }) =>
    identifiersIn(answerable).some(({ type }) => type === 'job_seekers'),
  );
