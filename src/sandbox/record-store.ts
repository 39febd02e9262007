/** Applications and answers, in memory for the life of one sandbox. */

export interface ApplicationRecord {
  readonly id: string;
  readonly uuid: string;
  readonly jobId: string;
  /** The readable ones of the attributes with which it was created; a phone when the control made it. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** ISO date-time. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface DocumentRecord {
  readonly filename: string;
  /** Media type of the data URI. */
  readonly type: string;
  /** In bytes, decoded. */
  readonly size: number;
  /** Of the decoded bytes, hex. The bytes themselves are not kept. */
  readonly sha256: string;
}

/** What one answer holds: exactly the attributes that were written, the options by their text. */
export interface AnswerValue {
  readonly attributes: Readonly<Record<string, string | boolean>>;
  readonly options: readonly string[] | null;
  readonly document: DocumentRecord | null;
}

export interface AnswerRecord {
  readonly id: string;
  readonly applicationId: string;
  readonly questionId: string;
  readonly value: AnswerValue;
  /** ISO date-time. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type NewAnswer = Pick<AnswerRecord, 'applicationId' | 'questionId' | 'value'>;

export interface RecordStore {
  createApplication(jobId: string, attributes: ApplicationRecord['attributes']): ApplicationRecord;
  /** For the control: nobody stands behind it, but every one has a phone number of its own. */
  applyTo(jobId: string): ApplicationRecord;
  replaceApplication(
    before: ApplicationRecord,
    attributes: ApplicationRecord['attributes'],
  ): ApplicationRecord;
  findApplication(id: string): ApplicationRecord | undefined;
  /** In the order in which they came. */
  applications(): readonly ApplicationRecord[];
  /** In the order in which they came; of all applications when `applicationId` is null. */
  answers(applicationId: string | null): readonly AnswerRecord[];
  createAnswer(answer: NewAnswer): AnswerRecord;
  replaceAnswer(before: AnswerRecord, value: AnswerValue): AnswerRecord;
}

/** Ids far above those of questions and jobs, so that no test can take one for the other. */
const FIRST_APPLICATION = 90_001;
const FIRST_ANSWER = 700_001;

/** The first 999 are numbers that Ofcom keeps for drama: nobody has them. */
const phoneOf = (number: number): string => `+4477009${String(number).padStart(5, '0')}`;

export function createRecordStore(now: () => number): RecordStore {
  const applications = new Map<string, ApplicationRecord>();
  const answers = new Map<string, AnswerRecord>();
  const byApplication = new Map<string, string[]>();
  const timestamp = () => new Date(now()).toISOString();
  const held = (ids: Iterable<string>) => [...ids].flatMap((id) => answers.get(id) ?? []);
  const createApplication: RecordStore['createApplication'] = (jobId, attributes) => {
    const id = String(FIRST_APPLICATION + applications.size);
    const at = timestamp();
    const record = { id, uuid: crypto.randomUUID(), jobId, attributes, createdAt: at, updatedAt: at };
    applications.set(id, record);
    byApplication.set(id, []);
    return record;
  };
  return {
    createApplication,
    applyTo: (jobId) => createApplication(jobId, { phone: phoneOf(applications.size + 1), phone_iso2: 'GB' }),
    replaceApplication(before, attributes) {
      const record = { ...before, attributes, updatedAt: timestamp() };
      applications.set(record.id, record);
      return record;
    },
    applications: () => [...applications.values()],
    findApplication: (id) => applications.get(id),
    answers: (applicationId) =>
      held(applicationId === null ? answers.keys() : (byApplication.get(applicationId) ?? [])),
    createAnswer(answer) {
      const at = timestamp();
      const record = { ...answer, id: String(FIRST_ANSWER + answers.size), createdAt: at, updatedAt: at };
      answers.set(record.id, record);
      byApplication.get(answer.applicationId)?.push(record.id);
      return record;
    },
    replaceAnswer(before, value) {
      const record = { ...before, value, updatedAt: timestamp() };
      answers.set(record.id, record);
      return record;
    },
  };
}
