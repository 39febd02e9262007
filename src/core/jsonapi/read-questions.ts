/*
 * The one tolerant reader of question documents, the service's and the proxy's.
 * Below the list of resources nothing fails or throws: faults are found later, in `tree`.
 */
import { type QuestionId, questionId } from '../model/ids.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { QuestionRecord, QuestionRecords } from '../model/question-record.ts';
import { readQuestion } from './read-question.ts';
import { idText, list, member, path } from './stored-json.ts';

/**
 * Reads a JSON:API document of questions. Resources of another type, or without an id, are skipped.
 * `bad_document`: it is not an object, or has no `data` list.
 */
export function readQuestionDocument(document: unknown): Outcome<QuestionRecords, 'bad_document'> {
  const data = member(document, 'data');
  if (!Array.isArray(data)) return failure('bad_document');
  const records = [
    ...readRecords(data, 'data'),
    ...readRecords(list(member(document, 'included')), 'included'),
  ];
  return success({ records });
}

function readRecords(resources: readonly unknown[], from: QuestionRecord['from']): readonly QuestionRecord[] {
  return resources.flatMap((resource) => {
    const id = readIdentity(resource);
    return id === null ? [] : [readRecord(id, resource, from)];
  });
}

function readRecord(id: QuestionId, resource: unknown, from: QuestionRecord['from']): QuestionRecord {
  return {
    question: readQuestion(id, resource),
    from,
    relatedChildren: readRelatedChildren(resource),
    attributes: member(resource, 'attributes'),
  };
}

/** Identity is type plus id. */
function readIdentity(resource: unknown): QuestionId | null {
  const id = idText(member(resource, 'id'));
  return id !== null && member(resource, 'type') === 'questions' ? questionId(id) : null;
}

function readRelatedChildren(resource: unknown): readonly QuestionId[] {
  const related = list(path(resource, 'relationships', 'conditional_questions', 'data'));
  return related.flatMap((identifier) => readIdentity(identifier) ?? []);
}
