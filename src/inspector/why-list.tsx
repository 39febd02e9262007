import { findProblems } from '../core/tree/find-problems.ts';
import type { Field, Form } from '../form/contract.ts';
import { explainQuestion } from '../form/explain-question.ts';
import { readingSentence, ruleSentence } from './rule-sentence.ts';

interface WhyListProps {
  readonly form: Form;
}

/** Every question: shown or hidden, the rule that decides it, and the answer that was read. */
export function WhyList({ form }: WhyListProps) {
  return (
    <>
      <ol class="list">
        {form.order
          .filter(({ question }) => !question.confidential)
          .map((field) => (
            <WhyItem key={field.question.id} field={field} form={form} />
          ))}
      </ol>
      <Problems form={form} />
    </>
  );
}

interface WhyItemProps extends WhyListProps {
  readonly field: Field;
}

function WhyItem({ field, form }: WhyItemProps) {
  const { id, title } = field.question;
  const visible = field.visible.value;
  return (
    <li class={visible ? 'item shown' : 'item'} data-level={Math.min(field.depth, 3)}>
      <p class="line">
        <span class="mark">{visible ? 'shown' : 'hidden'}</span>
        <span class="name">{title}</span>
        <span class="id">{id}</span>
      </p>
      <Rule field={field} form={form} />
    </li>
  );
}

function Rule({ field, form }: WhyItemProps) {
  const explanation = explainQuestion(form, field.question.id);
  const parent = field.parent === null ? undefined : form.fields.get(field.parent);
  if (!explanation?.rule || parent === undefined) return <p class="rule">always shown</p>;
  const { title, type } = parent.question;
  return (
    <>
      <p class="rule">{ruleSentence(explanation.rule, title, type)}</p>
      <p class={field.visible.value ? 'reading holds' : 'reading'}>
        {parent.visible.value ? readingSentence(explanation.rule, type) : 'that question is hidden itself'}
      </p>
    </>
  );
}

/** Faults in the question set; the questions that they hide are not in the list above. */
function Problems({ form }: WhyListProps) {
  const problems = findProblems(form.tree);
  if (problems.length === 0) return null;
  return (
    <>
      <h4>Faults found in this question set</h4>
      <ul class="list">
        {problems.map(({ code, questionId, detail }) => (
          <li class="item" key={`${code} ${questionId} ${detail}`}>
            <p class="line">
              <span class="mark">{code}</span>
              <span class="id">{questionId}</span>
            </p>
            <p class="rule">{detail}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
