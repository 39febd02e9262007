/** Reads the resource of `GET /submissions/{reference}` (`src/server/http/README.md#get-submissions`): the delivery state of our answers. */
import { isFieldName } from '../model/details.ts';
import { questionId, reference } from '../model/ids.ts';
import {
  answerStates,
  applicationCodes,
  type DeliveredAnswer,
  type DeliveredApplication,
  type Submission,
  submissionStates,
} from '../model/submission.ts';
import { amount, nonBlank, oneOf } from './read-members.ts';
import { idText, list, member, path } from './stored-json.ts';

/** null when the document is not a submission: without a reference there is nothing to follow. */
export function readSubmission(document: unknown): Submission | null {
  const attributes = path(document, 'data', 'attributes');
  const id = idText(path(document, 'data', 'id'));
  if (id === null) return null;
  const answers = list(member(attributes, 'answers')).flatMap(readAnswer);
  const application = readApplication(member(attributes, 'application'));
  return {
    reference: reference(id),
    // A newer proxy may have more states: what is not known is not the end.
    state: oneOf(submissionStates, member(attributes, 'state')) ?? 'delivering',
    acceptedAt: nonBlank(member(attributes, 'accepted_at')) ?? '',
    secondsLeft: amount(member(attributes, 'seconds_left')),
    application,
    answers,
  };
}

function readAnswer(json: unknown): readonly DeliveredAnswer[] {
  const question = idText(member(json, 'question'));
  const state = oneOf(answerStates, member(json, 'state'));
  if (question === null || state === null) return [];
  const part = amount(member(json, 'part')) ?? 0;
  // Why an answer stands where it does is for the operator.
  return [{ question: questionId(question), part, state, code: null }];
}

function readApplication(json: unknown): DeliveredApplication | null {
  const state = oneOf(answerStates, member(json, 'state'));
  if (state === null || state === 'held') return null;
  const fields = list(member(json, 'fields')).filter(isFieldName);
  return { state, code: oneOf(applicationCodes, member(json, 'code')), fields };
}
