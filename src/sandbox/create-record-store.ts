import { andThen } from './changes.ts';
import {
  type AnswerRecord,
  type ApplicationContent,
  type ApplicationRecord,
  type HeldRecords,
  type JobSeekerRecord,
  noSampleRecords,
  type RecordStore,
  type SampleRecords,
} from './record-store.ts';

/** Ids far above those of questions and jobs, so that no test can take one for the other. */
const FIRST_APPLICATION = 90_001;
const FIRST_ANSWER = 700_001;
const FIRST_JOB_SEEKER = 60_001;

/** The first 999 are numbers that Ofcom keeps for drama: nobody has them. */
const phoneOf = (number: number): string => `+4477009${String(number).padStart(5, '0')}`;

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

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

type AnswerStore = Pick<RecordStore, 'answers' | 'createAnswer' | 'replaceAnswer'> &
  Restorable<Pick<HeldRecords, 'answers'>>;

type ApplicationStore = Omit<RecordStore, keyof AnswerStore> & Restorable<Omit<HeldRecords, 'answers'>>;

interface Restorable<Kept> {
  snapshot(): Kept;
  restore(kept: Kept): void;
}

function applicationStore(clock: () => string, samples: SampleRecords): ApplicationStore {
  const applications = byId(samples.applications);
  const jobSeekers = jobSeekerStore(clock, samples.jobSeekers);
  const made = () => applications.size - samples.applications.length;
  const createApplication: RecordStore['createApplication'] = (jobId, content) => {
    const record = freshApplication({ id: String(FIRST_APPLICATION + made()), jobId, at: clock() }, content);
    applications.set(record.id, record);
    jobSeekers.create(record.candidateId);
    return record;
  };
  return {
    createApplication,
    applyTo: (jobId) =>
      createApplication(jobId, { attributes: { phone: phoneOf(made() + 1), phone_iso2: 'GB' } }),
    replaceApplication(before, changes) {
      const record = { ...before, ...changes, updatedAt: clock() };
      applications.set(record.id, record);
      return record;
    },
    applications: () => [...applications.values()],
    findApplication: (id) => applications.get(id),
    findJobSeeker: jobSeekers.find,
    jobSeekersOf: jobSeekers.of,
    replaceJobSeeker: jobSeekers.replace,
    snapshot: () => ({ applications: [...applications.values()], jobSeekers: jobSeekers.all() }),
    restore(kept) {
      for (const record of kept.applications) applications.set(record.id, record);
      for (const record of kept.jobSeekers) jobSeekers.hold(record);
    },
  };
}

/** Its candidate has its number: nobody applies twice here, unless a sample does. */
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
    links: {},
    createdAt: at,
    updatedAt: at,
  };
}

function jobSeekerStore(clock: () => string, samples: readonly JobSeekerRecord[]) {
  const jobSeekers = byId(samples);
  const byCandidate = new Map<string, readonly string[]>();
  const remember = ({ id, candidateId }: JobSeekerRecord) =>
    byCandidate.set(candidateId, [...(byCandidate.get(candidateId) ?? []), id]);
  const hold = (record: JobSeekerRecord) => {
    if (!jobSeekers.has(record.id)) remember(record);
    jobSeekers.set(record.id, record);
  };
  samples.forEach(remember);
  return {
    create(candidateId: string): void {
      const id = String(FIRST_JOB_SEEKER + jobSeekers.size - samples.length);
      const at = clock();
      const record = { id, candidateId, tags: [], createdAt: at, updatedAt: at };
      hold(record);
    },
    all: () => [...jobSeekers.values()],
    hold,
    find: (id: string) => jobSeekers.get(id),
    of: (candidateId: string) =>
      (byCandidate.get(candidateId) ?? []).flatMap((id) => jobSeekers.get(id) ?? []),
    replace(before: JobSeekerRecord, tags: JobSeekerRecord['tags']): JobSeekerRecord {
      const record = { ...before, tags, updatedAt: clock() };
      jobSeekers.set(record.id, record);
      return record;
    },
  };
}

function answerStore(clock: () => string, samples: SampleRecords): AnswerStore {
  const answers = byId(samples.answers);
  const sampleIds = new Set(answers.keys());
  const byApplication = new Map<string, string[]>();
  const remember = ({ id, applicationId }: AnswerRecord) => {
    const before = byApplication.get(applicationId);
    if (before === undefined) byApplication.set(applicationId, [id]);
    else before.push(id);
  };
  const hold = (record: AnswerRecord) => {
    if (!answers.has(record.id)) remember(record);
    answers.set(record.id, record);
  };
  samples.answers.forEach(remember);
  return {
    answers(applicationId) {
      if (applicationId === null) return [...answers.values()].filter(({ id }) => !sampleIds.has(id));
      return (byApplication.get(applicationId) ?? []).flatMap((id) => answers.get(id) ?? []);
    },
    createAnswer(answer) {
      const at = clock();
      const id = String(FIRST_ANSWER + answers.size - sampleIds.size);
      const record = { ...answer, id, createdAt: at, updatedAt: at };
      hold(record);
      return record;
    },
    snapshot: () => ({ answers: [...answers.values()] }),
    restore: (kept) => kept.answers.forEach(hold),
    replaceAnswer(before, value) {
      const record = { ...before, value, updatedAt: clock() };
      answers.set(record.id, record);
      return record;
    },
  };
}
