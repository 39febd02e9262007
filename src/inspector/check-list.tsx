import type { QuestionFinding } from '../core/check/check-questions.ts';
import type { Field, Form } from '../form/contract.ts';

interface CheckListProps {
  readonly form: Form;
  readonly findings: readonly QuestionFinding[];
  readonly goTo: (field: Field) => void;
}

/** What is wrong with the questions of the form, for the person who wrote them. */
export function CheckList({ form: { tree, fields }, findings, goTo }: CheckListProps) {
  // Without what the form asks itself.
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
