import { readAnswerBody } from './answer-body.ts';
import { optionsOf, storedAnswer } from './answer-resource.ts';
import { checkAnswer } from './check-answer.ts';
import type { Document } from './json-api.ts';
import type { AnswerRecord, NewAnswer } from './record-store.ts';
import type { SampleQuestion } from './sample-form.ts';
import type { SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, invalidRelationship, notFound, refused } from './service-fault.ts';
import { renderResource } from './stored-resource.ts';

/** What a second answer to the same question of the same application does: the document says nothing. */
export type Duplicates = 'accept' | 'reject' | 'replace';

/** `POST /api/v1/answers`: nothing is held unless everything about the answer is right. */
export async function createAnswer(state: SandboxState, body: unknown): Promise<Checked<Document>> {
  const draft = readAnswerBody(body);
  if (!draft.ok) return draft;
  const { applicationId, questionId } = draft.value;
  const application = state.records.findApplication(applicationId);
  const entry = state.catalogue.find(questionId);
  if (application === undefined || entry === undefined) return refused(notFound);
  if (entry.jobId !== application.jobId) {
    return refused(invalidRelationship('question', "is not one of the application's job"));
  }
  if (state.faults.current().refuse.includes(questionId)) {
    return refused(invalidRelationship('question', 'refuses this answer, as the fault says'));
  }
  const value = await checkAnswer(draft.value, entry.question);
  if (!value.ok) return value;
  const held = hold(state, { applicationId, questionId, value: value.value }, entry.question);
  return held.ok ? createdDocument(state, held.value) : held;
}

/** A question that takes several documents takes further ones under every rule. */
function hold(state: SandboxState, answer: NewAnswer, question: SampleQuestion): Checked<AnswerRecord> {
  const before = state.records
    .answers(answer.applicationId)
    .find((held) => held.questionId === answer.questionId);
  if (before === undefined || state.duplicates === 'accept' || question.type === 'multi_document') {
    return accepted(state.records.createAnswer(answer));
  }
  if (state.duplicates === 'replace') return accepted(state.records.replaceAnswer(before, answer.value));
  return refused(invalidRelationship('question', 'has already been answered'));
}

/** What the request related comes back related: the question, the application and the options it created. */
function createdDocument(state: SandboxState, answer: AnswerRecord): Checked<Document> {
  const stored = storedAnswer(state.catalogue, answer);
  if (stored === undefined) return refused(notFound);
  const options = optionsOf(answer).map((option) => renderResource(option, new Set()));
  const loaded = ['question', 'answerable', ...(options.length > 0 ? ['answer_options'] : [])];
  const data = renderResource(stored, new Set(loaded));
  return accepted(options.length > 0 ? { data, included: options, meta: {} } : { data, meta: {} });
}
