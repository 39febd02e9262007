import type { Finding } from '../conditions/judgement.ts';
import { quote } from '../conditions/stored-value.ts';
import type { Problem } from '../model/condition.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import type { FirstCopies } from './first-copies.ts';
import type { Judged } from './judge-questions.ts';

/** Every fault of the set, question by question in the order of the document. */
export function findProblems(judged: readonly Judged[], copies: FirstCopies): readonly Problem[] {
  return judged.flatMap(({ record, judgement }) => {
    const findings = [
      ...conditionFindings(judgement),
      ...missingChildren(record, copies),
      ...differingCopies(record, copies),
    ];
    return findings.map(({ code, detail }) => ({ code, questionId: record.question.id, detail }));
  });
}

function conditionFindings(judgement: Judged['judgement']): readonly Finding[] {
  if (judgement === null) return [];
  return judgement.readable ? judgement.warnings : [{ code: judgement.code, detail: judgement.detail }];
}

/** One report for the parent, however many of its children are missing. */
function missingChildren({ relatedChildren }: QuestionRecord, { records }: FirstCopies): readonly Finding[] {
  const missing = relatedChildren.filter((id) => !records.has(id));
  if (missing.length === 0) return [];
  const names = quote(missing.join(', '));
  return [{ code: 'missing_child', detail: `Its relationship names ${names}, which did not come.` }];
}

function differingCopies({ question }: QuestionRecord, { differing }: FirstCopies): readonly Finding[] {
  if (!differing.has(question.id)) return [];
  return [{ code: 'duplicate_id', detail: 'A second copy differs; the first one counts.' }];
}
