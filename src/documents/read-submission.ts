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
import { amountOf, idOf, listOf, objectOf, oneOf, textOf } from './json.ts';

const answerCodes: readonly AnswerCode[] = ['invalid_answer', 'unclear', 'conflict', 'given_up'];

/** null when the document is no submission: without a reference there is nothing to follow. */
export function readSubmission(document: unknown): Submission | null {
  const resource = objectOf(objectOf(document)['data']);
  const attributes = objectOf(resource['attributes']);
  const id = idOf(resource['id']) ?? idOf(attributes['reference']);
  if (id === null) return null;
  const answers = listOf(attributes['answers']).flatMap(readAnswer);
  return {
    reference: reference(id),
    state: oneOf(submissionStates, attributes['state']) ?? submissionState(answers),
    acceptedAt: textOf(attributes['accepted_at']) ?? '',
    answers,
  };
}

function readAnswer(value: unknown): readonly DeliveredAnswer[] {
  const answer = objectOf(value);
  const question = idOf(answer['question']);
  const state = oneOf(answerStates, answer['state']);
  if (question === null || state === null) return [];
  return [
    {
      question: questionId(question),
      part: amountOf(answer['part']) ?? 0,
      state,
      code: oneOf(answerCodes, answer['code']),
    },
  ];
}
