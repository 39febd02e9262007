/** Reads the resource of `GET /submissions/{reference}` (DOORS): how far our answers have come. */
import { questionId, reference } from '../model/ids.ts';
import {
  type AnswerCode,
  answerStates,
  type DeliveredAnswer,
  type Submission,
  submissionState,
  submissionStates,
} from '../model/submission.ts';
import { amount, oneOf, words } from './read-members.ts';
import { idText, list, member, path } from './stored-json.ts';

const answerCodes: readonly AnswerCode[] = ['invalid_answer', 'unclear', 'conflict', 'given_up'];

/** null when the document is no submission: without a reference there is nothing to follow. */
export function readSubmission(document: unknown): Submission | null {
  const attributes = path(document, 'data', 'attributes');
  const id = idText(path(document, 'data', 'id'));
  if (id === null) return null;
  const answers = list(member(attributes, 'answers')).flatMap(readAnswer);
  return {
    reference: reference(id),
    state: oneOf(submissionStates, member(attributes, 'state')) ?? submissionState(answers),
    acceptedAt: words(member(attributes, 'accepted_at')) ?? '',
    application: null,
    answers,
  };
}

function readAnswer(json: unknown): readonly DeliveredAnswer[] {
  const question = idText(member(json, 'question'));
  const state = oneOf(answerStates, member(json, 'state'));
  if (question === null || state === null) return [];
  const part = amount(member(json, 'part')) ?? 0;
  return [{ question: questionId(question), part, state, code: oneOf(answerCodes, member(json, 'code')) }];
}
