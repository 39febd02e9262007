/** An answer as the service returns it. Which member holds its value depends on `question_type`. */
import * as z from 'zod';
import { answerId, questionId } from '../../../core/model/ids.ts';
import { toMany, toOneOf, toOneOfTypes } from './linkage.ts';
import { anyObject, attachments, flag, id, text, texts } from './members.ts';

const attributes = z.object({
  /** Of its question. */
  title: text,
  additional_information: text,
  question_type: text,
  boolean_answer: flag,
  /** Decimal, as text. */
  number_answer: text,
  text_answer: text,
  url_answer: text,
  /** Date, as are both ends of a range. */
  date_answer: text,
  date_from_answer: text,
  date_to_answer: text,
  /** Texts of the options. */
  multiple_choice_answer: texts,
  /** The document does not show its members. */
  document_answer: anyObject.nullish().catch(null),
  /** Date-time. */
  created_at: text,
  updated_at: text,
});

/** Only where `extra_fields[answers]` asks for them. */
const extraFields = z.object({ attachments });

const relationships = z.object({
  question: toOneOf('questions', questionId),
  answerable: toOneOfTypes(['applications', 'job_seekers', 'candidate_surveys']),
  answer_options: toMany('answer_options'),
});

export const answerResource = z.object({
  type: z.literal('answers'),
  id: id.transform(answerId),
  attributes: attributes.extend(extraFields.shape).catch({}).default({}),
  relationships: relationships.catch({}).default({}),
});

export type AnswerResource = z.output<typeof answerResource>;
export type AnswerExtraField = keyof z.output<typeof extraFields>;

/** What `fields[answers]` may name; a relationship that is included and not named here comes without its linkage. */
export type AnswerField = 'id' | keyof z.output<typeof attributes> | keyof z.output<typeof relationships>;
