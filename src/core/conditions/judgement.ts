import type { ProblemCode, QuestionType } from '../model/question.ts';
import type {
  ChoiceOperator,
  DateOperator,
  NumberOperator,
  Operator,
  TextOperator,
  TruthOperator,
  UrlOperator,
} from './operators.ts';
import type { ReadDate } from './read-date.ts';
import type { Decimal } from './read-number.ts';

/** The properties of a parent question that decide how its condition is read. */
export interface ConditionParent {
  readonly type: QuestionType | 'unknown';
  /** Canonical option texts; null or empty when the question lists none. */
  readonly options: readonly string[] | null;
}

interface Compared<Kind extends string, Allowed extends Operator, Value> {
  readonly kind: Kind;
  readonly operator: Allowed;
  /** The stored value, read as the parent's type. */
  readonly value: Value;
}

export type Comparison =
  | Compared<'truth', TruthOperator, boolean>
  | Compared<'text', TextOperator, string>
  | Compared<'url', UrlOperator, string>
  | Compared<'choice', ChoiceOperator, string>
  | Compared<'number', NumberOperator, Decimal>
  | Compared<'date', DateOperator, ReadDate>
  /** true: a file is attached. */
  | Compared<'files', TruthOperator, boolean>;

/** A condition that could be read. */
export interface Rule {
  readonly comparison: Comparison;
  /** Its result while the parent has no answer (`Semantics.unanswered`); not used for files. */
  readonly holdsUnanswered: boolean;
}

export interface Finding {
  readonly code: ProblemCode;
  /** One English sentence with the value that was found. */
  readonly detail: string;
}

export type Judgement =
  | { readonly readable: true; readonly rule: Rule }
  | { readonly readable: false; readonly code: ProblemCode; readonly detail: string };
