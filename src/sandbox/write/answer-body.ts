import { at, isObject, type JsonObject } from '../json.ts';
import {
  accepted,
  badRequest,
  type Checked,
  invalidRelationship,
  refused,
  type ServiceFault,
} from '../json-api.ts';
import { ANSWERABLE_TYPES } from '../readings.ts';
import { answers } from '../resource-types/resource-types.ts';

/** The body of `POST /api/v1/answers`, parsed but not yet compared with its question. */
export interface AnswerDraft {
  readonly questionId: string;
  readonly applicationId: string;
  readonly attributes: JsonObject;
  /** Texts of the options to create, in the order of the relationship; null when there is none. */
  readonly optionTexts: readonly string[] | null;
}

const relationshipNames: ReadonlySet<string> = new Set(['question', 'answerable', 'answer_options']);

export function readAnswerBody(body: unknown): Checked<AnswerDraft> {
  const shapeFault = checkShape(body);
  if (shapeFault !== null) return refused(shapeFault);
  const typeFault = checkTypes(body);
  if (typeFault !== null) return refused(typeFault);
  const questionId = idOf(body, 'question', 'questions');
  const applicationId = idOf(body, 'answerable', ...ANSWERABLE_TYPES);
  if (questionId === null) return refused(invalidRelationship('question', 'must exist'));
  if (applicationId === null) return refused(invalidRelationship('answerable', 'must exist'));
  const options = readOptions(body);
  if (!options.ok) return options;
  const attributes = at(body, 'data', 'attributes');
  return accepted({
    questionId,
    applicationId,
    attributes: isObject(attributes) ? attributes : {},
    optionTexts: options.value,
  });
}

/** Reads the ids of question and application for the request log; null where the body has none. */
export function readAnswerIds(body: unknown): {
  readonly application: string | null;
  readonly question: string | null;
} {
  return {
    application: idOf(body, 'answerable', ...ANSWERABLE_TYPES),
    question: idOf(body, 'question', 'questions'),
  };
}

function checkShape(body: unknown): ServiceFault | null {
  if (at(body, 'data', 'type') !== 'answers')
    return badRequest('The body must be a document whose data has the type answers');
  const attributes = at(body, 'data', 'attributes');
  if (attributes !== undefined && !isObject(attributes))
    return badRequest('data.attributes must be an object');
  const relationships = at(body, 'data', 'relationships');
  if (!isObject(relationships)) return badRequest('data.relationships must be an object');
  const unknownName = Object.keys(relationships).find((name) => !relationshipNames.has(name));
  return unknownName === undefined
    ? null
    : invalidRelationship(unknownName, 'is not a relationship of answers');
}

/**
 * A type that the document does not name makes the request malformed; a type that it names may still not be accepted.
 */
function checkTypes(body: unknown): ServiceFault | null {
  for (const { name, types } of answers.relationships) {
    const type = at(body, 'data', 'relationships', name, 'data', 'type');
    if (type !== undefined && !types.some((known) => known === type))
      return badRequest(`data.relationships.${name}.data.type must be ${types.join(', ')}`);
    if (
      name === 'answerable' &&
      type !== undefined &&
      !ANSWERABLE_TYPES.some((answerable) => answerable === type)
    )
      return invalidRelationship(name, `is only taken of ${ANSWERABLE_TYPES.join(', ')} here`);
  }
  return null;
}

function idOf(body: unknown, relationship: string, ...types: readonly string[]): string | null {
  const identifier = at(body, 'data', 'relationships', relationship, 'data');
  const id = at(identifier, 'id');
  return types.some((type) => at(identifier, 'type') === type) && typeof id === 'string' ? id : null;
}

/** Reads the options that an answer creates: the relationship lists `temp-id`s, and `included` has the text of each. */
function readOptions(body: unknown): Checked<readonly string[] | null> {
  if (at(body, 'data', 'relationships', 'answer_options') === undefined) return accepted(null);
  const linkage = at(body, 'data', 'relationships', 'answer_options', 'data');
  if (!Array.isArray(linkage)) return refused(invalidRelationship('answer_options', 'must be a list'));
  const texts = linkage.map((link: unknown) => textOf(body, link));
  const known = texts.filter((text) => text !== null);
  if (known.length === texts.length) return accepted(known);
  return refused(
    invalidRelationship('answer_options', 'must each be created by temp-id from a text in included'),
  );
}

function textOf(body: unknown, link: unknown): string | null {
  const tempId = at(link, 'temp-id');
  if (at(link, 'type') !== 'answer_options' || at(link, 'method') !== 'create' || typeof tempId !== 'string')
    return null;
  const included = at(body, 'included');
  const created = Array.isArray(included)
    ? included.filter(
        (item: unknown) => at(item, 'type') === 'answer_options' && at(item, 'temp-id') === tempId,
      )
    : [];
  const text = created.length === 1 ? at(created[0], 'attributes', 'text') : null;
  return typeof text === 'string' ? text : null;
}
