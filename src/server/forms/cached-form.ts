/** A form as it is kept: what `form-cache` and `translations` share. */

import type { Revision, Tenant } from '../../core/model/ids.ts';
import type { Semantics } from '../../core/model/question.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { Log, LogFields } from '../log.ts';
import type { TreeStore } from '../ports.ts';
import type { FormFindings } from './form-findings.ts';
import type { QuestionSource } from './question-set.ts';

/** Milliseconds (`src/README.md#11-the-services-rate-limit`). */
export const FRESH = 60_000;
/** Milliseconds. If a form was not opened for longer, the next applicant waits for a new reading. */
export const OLDEST_WITHOUT_WAITING = 600_000;
/** Faults that one line of the log names; their number always stands beside them. */
export const MOST_PROBLEMS = 50;
/** Each about 1 kB a question, and as much again once a visitor has asked for it. */
export const MOST_FORMS = 500;

export interface CachedForm {
  readonly tree: QuestionTree;
  /** The same in all languages. */
  readonly revision: Revision;
  /** The canonical `data` and `included`, as text. */
  readonly json: string;
  /** How many levels of children its reading took; null: it was not read in this process. */
  readonly levels: number | null;
  /** The same with the texts of the language that was asked for. */
  readonly shown: string;
}

export interface FormSource extends QuestionSource {
  readonly tenant: Tenant;
  readonly semantics: Semantics;
}

export const formName = ({ questionable }: FormSource): string => questionable ?? 'all';

export const fieldsOf = ({ tenant, questionable }: FormSource): LogFields => ({
  tenant,
  job: questionable ?? 'all',
});

export interface FormCacheDependencies {
  /** Outlives this process; null: what is in use here is all there is. */
  readonly trees: TreeStore | null;
  /** Absent: what is wrong with the questions is told by the log alone. */
  readonly findings?: FormFindings;
  readonly log: Log;
  readonly now: () => number;
}
