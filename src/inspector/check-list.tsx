import type { QuestionFinding } from '../core/check/check-questions.ts';
import type { Field, Form } from '../form/contract.ts';

interface CheckListProps {
  readonly form: Form;
  readonly findings: readonly QuestionFinding[];
  readonly goTo: (field: Field) => void;
}

/** Lists the faults of the form's questions, for the person who wrote them. */
export function CheckList({ form: { tree, fields }, findings, goTo }: CheckListProps) {
  // Leaves out details and consents.
  const count = [...tree.nodes.values()].filter(({ question }) => !question.detail).length;
  const things = findings.length === 0 ? 'Nothing wrong' : `${findings.length} to put right`;
  return (
    <>
      <p class="hint">
        {things} in {count} {count === 1 ? 'question' : 'questions'}.
      </p>
      <ol>
        {findings.map(({ question, code, title, found, fix }) => {
          const field = fields.get(question);
          const name = title.trim() === '' ? `Question ${question}` : title;
          return (
            <li class="finding" key={`${question} ${code} ${found}`}>
              {field === undefined ? (
                <b>{name}</b>
              ) : (
                <button type="button" onClick={() => goTo(field)}>
                  {name}
                </button>
              )}{' '}
              <span class="way">{question}</span>
              <p>{found}</p>
              <p>
                <b>What to do:</b> {fix}
              </p>
            </li>
          );
        })}
      </ol>
    </>
  );
}
