import type { Document } from '../json-api.ts';
import {
  accepted,
  type Checked,
  invalidRelationship,
  notFound,
  refused,
  relatedNotFound,
} from '../json-api.ts';
import { checkParameters } from '../query/parameters.ts';
import { readFieldChoice } from '../query/read-parameters.ts';
import type { AnswerRecord, NewAnswer } from '../records/record-store.ts';
import { ANSWER_CONTEXT, optionsOf, storedAnswer } from '../resources/stored-answer.ts';
import { type FieldChoice, renderResource } from '../resources/stored-resource.ts';
import type { SampleQuestion } from '../sample-form.ts';
import type { Place, SandboxState } from '../sandbox-state.ts';
import { readAnswerBody } from './answer-body.ts';
import { checkAnswer } from './check-answer.ts';
import { createdRules, type WriteRequest } from './write-body.ts';

/** `POST /api/v1/answers`: nothing is stored unless the whole answer is valid. */
export async function createAnswer(
  place: Place,
  { query, body, stored }: Omit<WriteRequest, 'id'>,
): Promise<Checked<Document>> {
  const { state } = place;
  const draft = readAnswerBody(body);
  if (!draft.ok) return draft;
  const malformed = checkParameters(query, createdRules);
  if (malformed !== null) return refused(malformed);
  const { applicationId, questionId } = draft.value;
  const application = state.records.findApplication(applicationId);
  const entry = state.catalogue.find(questionId);
  if (application === undefined)
    return refused(relatedNotFound('answerable', `application ${applicationId}`));
  if (entry === undefined) return refused(relatedNotFound('question', `question ${questionId}`));
  if (entry.jobId !== application.jobId) {
    return refused(invalidRelationship('question', "is not one of the application's job"));
  }
  const value = await checkAnswer(draft.value, entry.question, state.files);
  if (!value.ok) return value;
  const answer = store(state, { applicationId, questionId, value: value.value }, entry.question);
  if (!answer.ok) return answer;
  const { document } = answer.value.value;
  stored(document === null ? [] : [{ context: ANSWER_CONTEXT, file: document }]);
  return createdDocument(place, answer.value, readFieldChoice(query));
}

/** A question for several documents accepts further ones, whatever `duplicates` says. */
function store(state: SandboxState, answer: NewAnswer, question: SampleQuestion): Checked<AnswerRecord> {
  const before = state.records
    .answers(answer.applicationId)
    .find(({ questionId }) => questionId === answer.questionId);
  if (before === undefined || state.duplicates === 'accept' || question.type === 'multi_document') {
    return accepted(state.records.createAnswer(answer));
  }
  if (state.duplicates === 'replace') return accepted(state.records.replaceAnswer(before, answer.value));
  return refused(invalidRelationship('question', 'has already been answered'));
}

/** As in the request, the reply has the relationships to the question, the application and the options. */
function createdDocument(place: Place, answer: AnswerRecord, choice: FieldChoice): Checked<Document> {
  const stored = storedAnswer(place, answer);
  if (stored === undefined) return refused(notFound);
  const options = optionsOf(answer).map((option) => renderResource(option, new Set(), choice));
  const loaded = ['question', 'answerable', ...(options.length > 0 ? ['answer_options'] : [])];
  const data = renderResource(stored, new Set(loaded), choice);
  return accepted(options.length > 0 ? { data, included: options, meta: {} } : { data, meta: {} });
}
