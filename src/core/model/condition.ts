import type { QuestionId } from './ids.ts';

/**
 * The `conditional` attribute split into its parts but not yet judged, because only `src/core/conditions` decides
 * what an operator or a value means.
 */
export type Conditional =
  | { readonly kind: 'none' }
  /** Neither null nor an object. */
  | { readonly kind: 'bad' }
  | {
      readonly kind: 'child';
      /** null when the document names no parent. */
      readonly parent: QuestionId | null;
      /** Display order among children; null comes last. */
      readonly position: number | null;
      /** `conditions[0]` untouched; undefined when `conditions` is missing, not a list, or empty. */
      readonly condition: unknown;
    };

/** The effect of each problem on its question. */
export const problemEffects = {
  missing_condition: 'hides',
  unknown_operator: 'hides',
  operator_not_allowed: 'hides',
  bad_value: 'hides',
  unsupported_parent_type: 'hides',
  unknown_parent_type: 'hides',
  orphan: 'hides',
  self_parent: 'hides',
  cycle: 'hides',
  bad_conditional: 'hides',
  included_without_conditional: 'hides',
  duplicate_id: 'report',
  missing_child: 'report',
  ambiguous_date: 'warning',
  value_not_an_option: 'warning',
  unreachable_value: 'warning',
} as const;

export type ProblemCode = keyof typeof problemEffects;

/** A fault in the question set, reported once when the tree is loaded; the form keeps working. */
export interface Problem {
  readonly code: ProblemCode;
  readonly questionId: QuestionId;
  /** One English sentence for the operator, with the value that was found. */
  readonly detail: string;
}
