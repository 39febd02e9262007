import type { HeldFiles } from '../files/file-store.ts';
import { resourceKey, type SampleData } from '../records/sample-data.ts';
import { sampleAnswersOf } from './sample-answers.ts';
import { sampleApplication, sampleHolders, sampleJobSeeker, sampleSkills } from './sample-applications.ts';
import { sampleFileContents, sampleFilesOf } from './sample-files.ts';
import { applicationId } from './sample-ids.ts';
import { sampleJobs } from './sample-jobs.ts';
import { samplePeople } from './sample-people.ts';
import { relationsOf, sampleUsers } from './sample-relations.ts';

/**
 * Seven applications with every relationship filled: to an external and a confidential job by one person, in the US,
 * rejected, hired, internal and concealed. All data is fictitious.
 */

/** One per person, not per application. */
const persons = samplePeople.filter(({ sameAs }) => sameAs === undefined);

const resources = [
  ...sampleUsers,
  ...sampleSkills,
  ...persons.flatMap(sampleHolders),
  ...samplePeople.flatMap((person) => relationsOf(person).resources),
];

const files: HeldFiles = {
  files: samplePeople.flatMap((person) => sampleFilesOf(applicationId(person))),
  contents: sampleFileContents,
};

export const allSamples: SampleData = {
  records: {
    applications: samplePeople.map(sampleApplication),
    answers: samplePeople.flatMap(sampleAnswersOf),
    jobSeekers: persons.map(sampleJobSeeker),
  },
  resources: new Map(resources.map((one) => [resourceKey(one), one])),
  forms: sampleJobs,
  files,
};
