import { type BasicDetailName, basicDetailNames, detailId } from '../model/details.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { oneOf } from './read-members.ts';
import { readQuestion } from './read-question.ts';
import { list, member, path } from './stored-json.ts';

/** What the proxy asks of a visitor without an application (`meta.details`), as questions; unknown names are skipped. */
export const readDetails = (document: unknown): readonly QuestionRecord[] =>
  list(path(document, 'meta', 'details')).flatMap((json) => {
    const detail = oneOf(basicDetailNames, member(json, 'name'));
    return detail === null ? [] : [detailRecord(detail, member(json, 'required'))];
  });

/** The label shown comes from the catalogues of `src/locale`; this title is used by the browser's autofill. */
export function detailRecord(detail: BasicDetailName, required: unknown): QuestionRecord {
  const attributes = { title: detail.replace('_', ' '), question_type: 'short_text', required };
  const question = readQuestion(detailId(detail), { attributes });
  return {
    question: { ...question, detail, basic: detail },
    from: 'data',
    relatedChildren: [],
    attributes,
  };
}
