/** A question as the service sends it, as far as the bench has need of it. */
export interface QuestionResource {
  readonly id: string;
  readonly type: 'questions';
  readonly attributes: {
    readonly title: string;
    readonly question_type: BenchType;
    readonly required: boolean;
    readonly additional_information?: string;
    readonly multiple_choice_options?: readonly string[];
    readonly max_num_required_answer_options?: number;
    readonly conditional: Conditional | null;
  };
}

/** Every type that can be answered without an upload, which a preview has not. */
export type BenchType =
  | 'short_text'
  | 'long_text'
  | 'url'
  | 'number'
  | 'date'
  | 'boolean'
  | 'multiple_choice';

export interface Conditional {
  readonly parent_question_id: string;
  readonly position: number;
  readonly conditions: readonly [{ readonly operator: 'equals' | 'greater_than'; readonly value: string }];
}

export interface QuestionDocument {
  readonly data: readonly QuestionResource[];
  readonly included: readonly QuestionResource[];
}

/** A form and where in it the bench acts. */
export interface BenchForm {
  readonly document: QuestionDocument;
  /** Yes and No; its children are shown by Yes. */
  readonly yesNo: string;
}
