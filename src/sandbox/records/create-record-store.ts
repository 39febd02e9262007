import { andThen } from './changes.ts';
import {
  type ApplicationContent,
  type ApplicationRecord,
  type HeldRecords,
  type JobSeekerRecord,
  noSampleRecords,
  type RecordStore,
  type SampleRecords,
} from './record-store.ts';
import { createResourceTable } from './table.ts';

/** Ids far above those of questions and jobs, so that no test can confuse them. */
const FIRST_APPLICATION = 90_001;
const FIRST_ANSWER = 700_001;
const FIRST_JOB_SEEKER = 60_001;

/** The first 999 are numbers that Ofcom reserves for drama, so they belong to no one. */
const phoneOf = (number: number): string => `+4477009${String(number).padStart(5, '0')}`;

export function createRecordStore(
  now: () => number,
  samples: SampleRecords = noSampleRecords,
  changed: () => void = () => undefined,
): RecordStore {
  const clock = () => new Date(now()).toISOString();
  const [applications, answers] = [applicationStore(clock, samples), answerStore(clock, samples)];
  return {
    ...applications,
    ...answers,
    createApplication: andThen(applications.createApplication, changed),
    applyTo: andThen(applications.applyTo, changed),
    replaceApplication: andThen(applications.replaceApplication, changed),
    replaceJobSeeker: andThen(applications.replaceJobSeeker, changed),
    createAnswer: andThen(answers.createAnswer, changed),
    replaceAnswer: andThen(answers.replaceAnswer, changed),
    snapshot: () => ({ ...applications.snapshot(), ...answers.snapshot() }),
    restore(kept) {
      applications.restore(kept);
      answers.restore(kept);
    },
  };
}

type AnswerStore = Pick<RecordStore, 'answers' | 'findAnswer' | 'createAnswer' | 'replaceAnswer'> &
  Restorable<Pick<HeldRecords, 'answers'>>;

type ApplicationStore = Omit<RecordStore, keyof AnswerStore> & Restorable<Omit<HeldRecords, 'answers'>>;

interface Restorable<Kept> {
  snapshot(): Kept;
  restore(kept: Kept): void;
}

function applicationStore(clock: () => string, samples: SampleRecords): ApplicationStore {
  const applications = createResourceTable(samples.applications, ({ candidateId }) => candidateId);
  const jobSeekers = createResourceTable(samples.jobSeekers, ({ candidateId }) => candidateId);
  const createApplication: RecordStore['createApplication'] = (jobId, content) => {
    const at = clock();
    const id = String(FIRST_APPLICATION + applications.made());
    const record = freshApplication({ id, jobId, at }, content);
    applications.hold(record);
    const jobSeekerId = String(FIRST_JOB_SEEKER + jobSeekers.made());
    jobSeekers.hold(freshJobSeeker({ id: jobSeekerId, candidateId: record.candidateId, at }));
    return record;
  };
  return {
    createApplication,
    applyTo: (jobId) =>
      createApplication(jobId, {
        attributes: { phone: phoneOf(applications.made() + 1), phone_iso2: 'GB' },
      }),
    replaceApplication(before, changes) {
      const record = { ...before, ...changes, updatedAt: clock() };
      applications.hold(record);
      return record;
    },
    applications: applications.all,
    findApplication: applications.find,
    applicationsOf: applications.of,
    findJobSeeker: jobSeekers.find,
    jobSeekersOf: jobSeekers.of,
    replaceJobSeeker(before, tags) {
      const record = { ...before, tags, updatedAt: clock() };
      jobSeekers.hold(record);
      return record;
    },
    snapshot: () => ({ applications: applications.all(), jobSeekers: jobSeekers.all() }),
    restore(kept) {
      kept.applications.forEach(applications.hold);
      kept.jobSeekers.forEach(jobSeekers.hold);
    },
  };
}

/** Its candidate has its number: each applicant applies once here, except in the samples. */
function freshApplication(
  { id, jobId, at }: { readonly id: string; readonly jobId: string; readonly at: string },
  content: Partial<ApplicationContent>,
): ApplicationRecord {
  return {
    id,
    uuid: crypto.randomUUID(),
    jobId,
    candidateId: id,
    attributes: {},
    tags: [],
    attachments: [],
    ...content,
    told: {},
    aiScore: null,
    averageRating: null,
    stagedAt: at,
    links: {},
    createdAt: at,
    updatedAt: at,
  };
}

const freshJobSeeker = ({
  id,
  candidateId,
  at,
}: {
  readonly id: string;
  readonly candidateId: string;
  readonly at: string;
}): JobSeekerRecord => ({ id, candidateId, tags: [], createdAt: at, updatedAt: at });

function answerStore(clock: () => string, samples: SampleRecords): AnswerStore {
  const answers = createResourceTable(samples.answers, ({ applicationId }) => applicationId);
  const sampleIds = new Set(samples.answers.map(({ id }) => id));
  return {
    answers: (applicationId) =>
      applicationId === null
        ? answers.all().filter(({ id }) => !sampleIds.has(id))
        : answers.of(applicationId),
    findAnswer: answers.find,
    createAnswer(answer) {
      const at = clock();
      const record = {
        ...answer,
        id: String(FIRST_ANSWER + answers.made()),
        createdAt: at,
        updatedAt: at,
      };
      answers.hold(record);
      return record;
    },
    replaceAnswer(before, value) {
      const record = { ...before, value, updatedAt: clock() };
      answers.hold(record);
      return record;
    },
    snapshot: () => ({ answers: answers.all() }),
    restore: (kept) => kept.answers.forEach(answers.hold),
  };
}
