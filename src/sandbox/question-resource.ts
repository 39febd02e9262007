import { notIncluded, type Relationship, type Resource } from './json-api.ts';
import type { QuestionCatalogue } from './question-catalogue.ts';
import { questionsMade, type SampleQuestion } from './sample-form.ts';
import type { StoredResource } from './stored-resource.ts';

export interface QuestionView {
  /** What the relationship names; null while children are not loaded. */
  readonly relatedIds: readonly string[] | null;
  /** Sparse fields; null for all. */
  readonly fields: ReadonlySet<string> | null;
}

/** A relationship is a field: one that was not named goes (JSON:API 1.1, "Sparse Fieldsets"). */
export function questionResource(question: SampleQuestion, view: QuestionView): Resource {
  const { fields, relatedIds } = view;
  const keepRelationship = fields === null || fields.has('conditional_questions');
  return {
    id: question.id,
    type: 'questions',
    attributes: fields === null ? attributesOf(question) : pick(attributesOf(question), fields),
    relationships: keepRelationship ? { conditional_questions: relationship(relatedIds) } : {},
  };
}

/** The first copy of it, with all its children. */
export function storedQuestion(catalogue: QuestionCatalogue, id: string): StoredResource | undefined {
  const question = catalogue.find(id)?.question;
  if (question === undefined) return undefined;
  const children = catalogue.relatedIds(question).map((child) => ({ type: 'questions', id: child }));
  return {
    id,
    type: 'questions',
    attributes: attributesOf(question),
    extraFields: {},
    links: { conditional_questions: children },
  };
}

function attributesOf(question: SampleQuestion): Readonly<Record<string, unknown>> {
  return {
    title: question.title,
    additional_information: question.help ?? null,
    question_type: question.type,
    required: question.required ?? false,
    num_required_answer_options: question.minimum ?? null,
    max_num_required_answer_options: question.maximum ?? null,
    multiple_choice_options: question.options ?? [],
    conditional: question.conditional ?? null,
    created_at: question.createdAt ?? questionsMade,
    updated_at: question.updatedAt ?? questionsMade,
    ...question.raw,
  };
}

function pick(attributes: Readonly<Record<string, unknown>>, fields: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => fields.has(name)));
}

function relationship(ids: readonly string[] | null): Relationship {
  return ids === null ? notIncluded : { data: ids.map((id) => ({ type: 'questions', id })) };
}
