/**
 * The questions as a tree. A list of lists with buttons, and not the role `tree`: screen readers read lists in every
 * mode, say how deep one is, and leave the sentence on each line readable, which the role would fold into names.
 */
import type { QuestionId } from '../core/model/ids.ts';
import type { QuestionNode } from '../core/tree/question-tree.ts';
import type { Field } from '../form/contract.ts';
import { explainQuestion } from '../form/explain-question.ts';
import { nameOf, whyNever } from './checked.ts';
import type { Look } from './look.ts';
import { moveAmongRows } from './move-among-rows.ts';
import { DrawPieces, type Pieces } from './pieces.tsx';
import { conditionSentence } from './rule-sentence.ts';
import { answerOf, titleOf } from './titles.ts';
import { WhyLine } from './why-line.tsx';

/** Below it rows keep their place at the line, so that a long chain does not become a narrow column. */
const DEEPEST = 5;

export interface TreeProps {
  readonly look: Look;
  readonly roots: Pieces<QuestionId>;
}

export function TreeList({ look, roots }: TreeProps) {
  return (
    <div class="tree">
      <TreeHead look={look} />
      <div class="roots">
        <DrawPieces
          of={roots}
          draw={(piece, place) => (
            <ul
              class="piece"
              key={place}
              aria-label={place === 0 ? 'Questions' : `Questions, part ${place + 1}`}
            >
              {piece.map((id) => (
                <Branch key={id} look={look} id={id} />
              ))}
            </ul>
          )}
        />
      </div>
      <WhyLine look={look} />
    </div>
  );
}

function TreeHead({ look }: { readonly look: Look }) {
  const { fields, visible } = look.form;
  const shown = visible.value.filter((id) => !fields.get(id)?.question.confidential).length;
  return (
    <p class="legend">
      <span class="count">
        {shown} of {look.fields.length} shown
      </span>
      <span class="key lit">
        <span class="dot" /> shown
      </span>
      <span class="key">
        <span class="dot" /> hidden
      </span>
      <span class="key holds">
        <span class="tick">✓</span> condition holds
      </span>
    </p>
  );
}

interface BranchProps {
  readonly look: Look;
  readonly id: QuestionId;
}

function Branch({ look, id }: BranchProps) {
  const node = look.form.tree.nodes.get(id);
  const field = look.form.fields.get(id);
  if (node === undefined || field?.question.confidential) return null;
  const below = node.depth < DEEPEST ? node.children : node.depth === DEEPEST ? allBelow(look, node) : [];
  return (
    <li class={node.depth > DEEPEST ? 'branch deep' : 'branch'}>
      {field === undefined ? (
        <Unreadable look={look} node={node} />
      ) : (
        <Row look={look} field={field} below={below} />
      )}
      {below.length > 0 && (
        <ul class="below">
          {below.map((child) => (
            <Branch key={child} look={look} id={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** In display order. */
function allBelow({ form: { tree } }: Look, { children }: QuestionNode): readonly QuestionId[] {
  const all: QuestionId[] = [];
  const waiting = [...children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    all.push(id);
    waiting.push(...[...(tree.nodes.get(id)?.children ?? [])].reverse());
  }
  return all;
}

/** A question that can never be shown: its fault stands where the condition would. */
function Unreadable({ look, node }: { readonly look: Look; readonly node: QuestionNode }) {
  return (
    <div class="row broken">
      <span class="when">
        <span class="tick">!</span> {whyNever(look.form.tree, node)}
      </span>
      <span class="face">
        <span class="dot" />
        <span class="name" dir="auto">
          {nameOf(node)}
        </span>
        <span class="state">never shown</span>
      </span>
    </div>
  );
}

interface RowProps {
  readonly look: Look;
  readonly field: Field;
  /** A line goes down from it to each of these. */
  readonly below: readonly QuestionId[];
}

function Row({ look, field, below }: RowProps) {
  const { id } = field.question;
  const isLit = field.visible.value;
  const leads = below.some((child) => look.form.fields.get(child)?.visible.value);
  const line = () => {
    const now = look.line.peek();
    if (now.kind !== 'why' || now.question !== id) look.line.value = { kind: 'why', question: id };
  };
  return (
    <div class={`row${isLit ? ' lit' : ''}${leads ? ' leads' : ''}`} data-question={id}>
      {field.parent !== null && <Condition look={look} field={field} />}
      <button
        type="button"
        class={below.length > 0 ? 'face forks' : 'face'}
        data-row={id}
        tabindex={look.stop.is(id).value ? 0 : -1}
        aria-current={look.focused.is(id).value ? 'true' : undefined}
        onClick={() => look.goTo?.(field)}
        onFocus={() => {
          look.stop.put(id);
          line();
        }}
        onKeyDown={(event) => moveAmongRows(event, look)}
        // Not where the row came under a mouse that stands still, as the list scrolls.
        onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && line()}
      >
        <span class="dot" />
        <span class="name" dir="auto">
          {titleOf(look.form, field)}
        </span>
        <Answer field={field} />
      </button>
    </div>
  );
}

/** What a hidden question was answered with is kept, and not sent. */
function Answer({ field }: { readonly field: Field }) {
  const answer = answerOf(field);
  const isLit = field.visible.value;
  return (
    <>
      <span class={isLit ? 'state unseen' : 'state'}>{isLit ? 'shown' : 'hidden'}</span>
      {answer !== null && (
        <span class="given">
          <span class="unseen">{isLit ? 'answer: ' : 'kept, not sent: '}</span>
          <bdi>{answer}</bdi>
        </span>
      )}
    </>
  );
}

function Condition({ look: { form }, field }: Pick<RowProps, 'look' | 'field'>) {
  const rule = explainQuestion(form, field.question.id)?.rule;
  const parent = field.parent === null ? undefined : form.fields.get(field.parent);
  if (!rule || parent === undefined) return null;
  const holds = field.visible.value;
  const title = field.depth > DEEPEST ? titleOf(form, parent) : undefined;
  return (
    <span class={holds ? 'when holds' : 'when'}>
      <span class="tick">{holds ? '✓' : '·'}</span>
      {conditionSentence(rule, parent.question, title)}
      <span class="unseen">{holds ? ': holds' : ': does not hold'}</span>
    </span>
  );
}
