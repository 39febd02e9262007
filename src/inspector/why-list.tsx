import { type Signal, signal } from '@preact/signals';
import { findProblems } from '../core/tree/find-problems.ts';
import type { QuestionNode } from '../core/tree/question-tree.ts';
import type { Field, Form } from '../form/contract.ts';
import { explainQuestion } from '../form/explain-question.ts';
import { nameOf, whyNever } from './checked.ts';
import { Fold, type Folds } from './fold.tsx';
import type { Look } from './look.ts';
import { DrawPieces, type Pieces } from './pieces.tsx';
import { readingSentence, ruleSentence } from './rule-sentence.ts';
import { titleOf } from './titles.ts';
import { whySentence } from './why-sentence.ts';

/** Which questions the list shows. */
export interface WhyFilter {
  readonly text: Signal<string>;
  readonly isHiddenOnly: Signal<boolean>;
  /** Of which question the details were opened. */
  readonly folds: Folds;
}

export const createWhyFilter = (): WhyFilter => ({
  text: signal(''),
  isHiddenOnly: signal(false),
  folds: new Map(),
});

interface WhyListProps {
  readonly look: Look;
  readonly filter: WhyFilter;
  readonly fields: Pieces<Field>;
}

/** Every question: one sentence that says why it is shown or hidden, and below it what decided that. */
export function WhyList({ look, filter, fields }: WhyListProps) {
  return (
    <div class="why">
      <FaultsHint form={look.form} />
      <Filter filter={filter} />
      <Matches look={look} filter={filter} />
      <DrawPieces
        of={fields}
        draw={(piece, place) => <Piece key={place} look={look} filter={filter} fields={piece} />}
      />
      <Never look={look} filter={filter} />
    </div>
  );
}

function Filter({ filter: { text, isHiddenOnly } }: Pick<WhyListProps, 'filter'>) {
  return (
    <div class="filter">
      <label class="field">
        <span class="unseen">Find a question</span>
        <input
          type="search"
          placeholder="Find a question"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isHiddenOnly.value}
          onChange={(event) => {
            isHiddenOnly.value = event.currentTarget.checked;
          }}
        />
        hidden only
      </label>
    </div>
  );
}

/** Tracks visibility only where it is filtered by. */
function isListed({ form }: Look, { text, isHiddenOnly }: WhyFilter, field: Field): boolean {
  if (isHiddenOnly.value && field.visible.value) return false;
  return isFound({ text }, `${titleOf(form, field)} ${field.question.id}`);
}

function isFound({ text }: Pick<WhyFilter, 'text'>, words: string): boolean {
  return words.toLowerCase().includes(text.value.trim().toLowerCase());
}

const neverListed = ({ never }: Look, filter: WhyFilter): readonly QuestionNode[] =>
  never.filter(({ question: { title, id } }) => isFound(filter, `${title} ${id}`));

/** How many the filter leaves, for those who do not see the list. */
function Matches({ look, filter }: Pick<WhyListProps, 'look' | 'filter'>) {
  const isFiltered = filter.isHiddenOnly.value || filter.text.value.trim() !== '';
  const listed = isFiltered ? look.fields.filter((field) => isListed(look, filter, field)).length : 0;
  const count = isFiltered ? listed + neverListed(look, filter).length : 0;
  return (
    <p class={isFiltered ? 'matches hint' : 'matches unseen'} role="status">
      {isFiltered && `${count} of ${look.fields.length + look.never.length} questions`}
    </p>
  );
}

interface PieceProps extends Pick<WhyListProps, 'look' | 'filter'> {
  readonly fields: readonly Field[];
}

function Piece({ look, filter, fields }: PieceProps) {
  const listed = fields.filter((field) => isListed(look, filter, field));
  if (listed.length === 0) return null;
  return (
    <ul class="piece list">
      {listed.map((field) => (
        <WhyItem key={field.question.id} look={look} field={field} folds={filter.folds} />
      ))}
    </ul>
  );
}

/** Questions that no answer shows. */
function Never({ look, filter }: Pick<WhyListProps, 'look' | 'filter'>) {
  const listed = neverListed(look, filter);
  if (listed.length === 0) return null;
  return (
    <ul class="piece list">
      {listed.map((node) => (
        <li key={node.question.id} class="item">
          <p class="line">
            <span class="dot" />
            <span class="name" dir="auto">
              {nameOf(node)}
            </span>
            <span class="mark">never shown</span>
          </p>
          <p class="sentence">{whyNever(look.form.tree, node)}</p>
        </li>
      ))}
    </ul>
  );
}

interface WhyItemProps {
  readonly look: Look;
  readonly field: Field;
  readonly folds: Folds;
}

function WhyItem({ look, field, folds }: WhyItemProps) {
  const isShown = field.visible.value;
  const title = titleOf(look.form, field);
  return (
    <li class={isShown ? 'item lit' : 'item'}>
      <p class="line">
        <span class="dot" />
        {look.goTo === null ? (
          <span class="name" dir="auto">
            {title}
          </span>
        ) : (
          <button type="button" class="name go" dir="auto" onClick={() => look.goTo?.(field)}>
            {title}
          </button>
        )}
        <span class="mark">{isShown ? 'shown' : 'hidden'}</span>
      </p>
      <p class="sentence">{whySentence(look.form, field.question.id)}</p>
      <div class="details">
        <Fold
          folds={folds}
          name={field.question.id}
          summary={
            <>
              Details<span class="unseen"> of “{title}”</span>
            </>
          }
          draw={() => <Details look={look} field={field} />}
        />
      </div>
    </li>
  );
}

function Details({ look: { form }, field }: Pick<WhyItemProps, 'look' | 'field'>) {
  const { id, type } = field.question;
  const explanation = explainQuestion(form, id);
  const parent = field.parent === null ? undefined : form.fields.get(field.parent);
  const rule = parent === undefined ? null : (explanation?.rule ?? null);
  return (
    <dl class="facts">
      <dt>Question</dt>
      <dd>
        <code>{id}</code> · {type}
        {field.required && ' · required'}
      </dd>
      {rule !== null && parent !== undefined && (
        <>
          <dt>Rule</dt>
          <dd>{ruleSentence(rule, titleOf(form, parent), parent.question)}</dd>
          <dt>Reading</dt>
          <dd>
            {parent.visible.value ? readingSentence(rule, parent.question) : 'that question is hidden itself'}
          </dd>
        </>
      )}
    </dl>
  );
}

/** What to do about them stands in `Check` alone. */
function FaultsHint({ form }: { readonly form: Form }) {
  if (findProblems(form.tree).length === 0) return null;
  return (
    <p class="hint">Some questions have faults, which may hide them for ever. What to do stands in Check.</p>
  );
}
