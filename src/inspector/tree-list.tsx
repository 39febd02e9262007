/**
 * The questions as a tree. A list of lists with buttons, and not the role `tree`: screen readers read lists in every
 * mode, announce the depth, and leave the sentence on each line readable, which the role would fold into names.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { QuestionFinding } from '../core/check/check-questions.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type { Field, Form } from '../form/contract.ts';
import { answerOf, titleOf, why, whyNever } from './words.ts';

interface TreeProps {
  readonly form: Form;
  readonly findings: readonly QuestionFinding[];
  /** The question that has the focus in the form. */
  readonly focused: QuestionId | null;
  /** Goes to the question in the form; from a hidden one to the question that decides it. */
  readonly goTo: (field: Field) => void;
}

export function TreeList(props: TreeProps) {
  const { form, focused } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector('[aria-current]');
    if (row) showInPanel(row);
  }, [focused]);
  const listed = form.order.filter(({ question }) => !question.confidential);
  return (
    <>
      <p class="hint">
        <b>
          {listed.filter(({ visible }) => visible.value).length} of {listed.length} shown.
        </b>{' '}
        Press a question to go to it in the form.
      </p>
      <ul class="tree" ref={list} aria-label="Questions">
        {rootsOf(form.tree).map((id) => (
          <Branch key={id} id={id} {...props} />
        ))}
      </ul>
    </>
  );
}

/** Roots, and questions without a place in the tree. */
function rootsOf({ nodes, roots }: QuestionTree): readonly QuestionId[] {
  const withoutParent = [...nodes.values()].filter(({ parent }) => parent === null);
  return [...new Set([...roots, ...withoutParent.map(({ question }) => question.id)])];
}

/** Scrolls the panel only, because the applicant is reading the page. */
function showInPanel(row: Element): void {
  const panel = row.closest('.panel');
  if (panel === null) return;
  const [inner, outer] = [row.getBoundingClientRect(), panel.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    panel.scrollTop += inner.top - outer.top - outer.height / 3;
}

function Branch({ id, ...props }: TreeProps & { readonly id: QuestionId }) {
  const { form, findings } = props;
  const node = form.tree.nodes.get(id);
  const field = form.fields.get(id);
  if (node === undefined || node.question.confidential) return null;
  const reason = field === undefined ? whyNever(node, findings) : why(form, field);
  const state = field === undefined ? 'broken' : field.visible.value ? 'lit' : 'dim';
  return (
    <li class={state}>
      <div class={`row ${state}`} data-question={id}>
        {reason && <p class="why">{reason}</p>}
        {field === undefined ? (
          <p class="face">
            <span class="name">{titleOf({ shown: node.question })}</span> never shown
          </p>
        ) : (
          <Face {...props} field={field} />
        )}
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Branch key={child} id={child} {...props} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Face({ field, focused, goTo }: TreeProps & { readonly field: Field }) {
  const answer = answerOf(field);
  const isShown = field.visible.value;
  return (
    <button
      type="button"
      class="face"
      aria-current={field.question.id === focused ? 'true' : undefined}
      onClick={() => goTo(field)}
    >
      <span class="name" dir="auto">
        {titleOf(field)}
      </span>
      <span class={isShown ? 'unseen' : ''}>{isShown ? 'shown' : 'hidden'}</span>
      {answer !== null && (
        <span class="given">
          <span class="unseen">{isShown ? 'answer: ' : 'kept, not sent: '}</span>
          <bdi>{answer}</bdi>
        </span>
      )}
    </button>
  );
}
