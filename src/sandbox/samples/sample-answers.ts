import type { Identifier } from '../json-api.ts';
import type { AnswerRecord, AnswerValue } from '../records/record-store.ts';
import { answerAttributes } from '../resources/answer-resource.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import { sampleFilesOf } from './sample-files.ts';
import { answerId, applicationId, createdAt, jobSeekerId, surveyId } from './sample-ids.ts';
import { firstQuestion, sampleJobs } from './sample-jobs.ts';
import type { SamplePerson } from './sample-people.ts';

/** The answers of the sample applications: every type of question once, and every kind of `answerable`. */

const nothing: AnswerValue = { attributes: {}, options: null, document: null };
const written = (attributes: AnswerValue['attributes']): AnswerValue => ({ ...nothing, attributes });

const valuesOfPlanner = (application: string): readonly (readonly [string, AnswerValue])[] => {
  const document = sampleFilesOf(application).at(-1) ?? null;
  return [
    ['8501', written({ text_answer: 'That it is never finished.' })],
    ['8502', written({ text_answer: 'Snow.\nWe moved everything by a day.' })],
    ['8503', written({ boolean_answer: true })],
    ['8504', written({ date_answer: '2019-05-20' })],
    ['8505', written({ number_answer: '42.5' })],
    ['8506', written({ url_answer: 'https://www.example.com/planner' })],
    ['8507', written({ date_from_answer: '2020-01-01', date_to_answer: '2025-12-31' })],
    ['8508', { ...nothing, options: ['Early', 'Night'] }],
    ['8509', { ...nothing, document }],
    ['8510', { ...nothing, document }],
  ];
};

interface Answered {
  readonly place: number;
  readonly question: string;
  readonly value: AnswerValue;
}

const answerOf = (person: SamplePerson, { place, question, value }: Answered): AnswerRecord => ({
  id: answerId(person, place),
  applicationId: applicationId(person),
  questionId: question,
  value,
  createdAt: createdAt(person),
  updatedAt: createdAt(person),
});

export function sampleAnswersOf(person: SamplePerson): readonly AnswerRecord[] {
  const values =
    person.jobId === '4801'
      ? valuesOfPlanner(applicationId(person))
      : firstQuestionsOf(person.jobId).map(({ id }) => [id, written({ text_answer: 'The sea.' })] as const);
  return values.map(([question, value], place) => answerOf(person, { place: place + 1, question, value }));
}

const firstQuestionsOf = (jobId: string) =>
  sampleJobs.flatMap(({ job, questions }) => (job.id === jobId ? questions.slice(0, 1) : []));

const answerablesOf = (person: SamplePerson): readonly Identifier[] => [
  { type: 'applications', id: applicationId(person) },
  { type: 'job_seekers', id: jobSeekerId(person) },
  { type: 'candidate_surveys', id: surveyId(person) },
];

const FIRST_SECTION_PLACE = 51;

/**
 * The answers of the structured section, one of each kind of `answerable`. They are not records, since only
 * applications can be answered here.
 */
export const sectionAnswersOf = (person: SamplePerson): readonly StoredResource[] =>
  answerablesOf(person).map((answerable, place) => {
    const value = written({ text_answer: `Sample employer ${place + 1}` });
    const answered = { place: FIRST_SECTION_PLACE + place, question: firstQuestion.id, value };
    const answer = answerOf(person, answered);
    return {
      type: 'answers',
      id: answer.id,
      attributes: answerAttributes(answer, firstQuestion),
      extraFields: { attachments: [] },
      links: { answer_options: [], question: { type: 'questions', id: firstQuestion.id }, answerable },
    };
  });
