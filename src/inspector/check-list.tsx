/** What is wrong with the questions of the form, for the person who wrote them. */
import type { QuestionFinding } from '../core/check/check-questions.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type { Form } from '../form/contract.ts';
import { checked } from './checked.ts';

interface CheckListProps {
  readonly form: Pick<Form, 'tree'>;
  /** Shows the question in the form. */
  readonly onGo: (question: QuestionId) => void;
}

export function CheckList({ form, onGo }: CheckListProps) {
  const { findings, count } = checked(form.tree);
  if (findings.length === 0)
    return (
      <p class="check-none">
        Nothing wrong found in {count} {count === 1 ? 'question' : 'questions'}.
      </p>
    );
  const groups = grouped(findings);
  return (
    <>
      <p class="check-sum">
        {findings.length === 1 ? '1 thing' : `${findings.length} things`} to put right, at{' '}
        {groups.length === 1 ? '1 question' : `${groups.length} questions`} of {count}.
      </p>
      <ol class="check-list">
        {groups.map((group) => (
          <CheckItem
            key={group.question}
            group={group}
            canGo={canBeShown(form.tree, group.question)}
            onGo={onGo}
          />
        ))}
      </ol>
    </>
  );
}

interface Group {
  readonly question: QuestionId;
  readonly title: string;
  readonly findings: readonly QuestionFinding[];
}

interface CheckItemProps extends Pick<CheckListProps, 'onGo'> {
  readonly group: Group;
  /** A question that is never shown has no place to go to. */
  readonly canGo: boolean;
}

function CheckItem({ group: { question, title, findings }, canGo, onGo }: CheckItemProps) {
  const name = title.trim() === '' ? 'Question without a title' : title;
  return (
    <li class="check-item">
      <p class="check-head">
        <span class="check-name">{name}</span>
        <span class="check-id">{question}</span>
      </p>
      {findings.map(({ code, found, fix }) => (
        <div class="check-finding" key={`${code} ${found}`}>
          <p class="check-found">{found}</p>
          <p class="check-fix">
            <span class="check-label">What to do</span> {fix}
          </p>
        </div>
      ))}
      {canGo && (
        <button
          type="button"
          class="check-go"
          onClick={() => onGo(question)}
          aria-label={`Go to the question: ${name}`}
        >
          Go to the question
        </button>
      )}
    </li>
  );
}

const shown = new WeakMap<QuestionTree, ReadonlySet<QuestionId>>();

function canBeShown(tree: QuestionTree, question: QuestionId): boolean {
  const ids = shown.get(tree) ?? new Set(tree.order);
  shown.set(tree, ids);
  return ids.has(question);
}

function grouped(findings: readonly QuestionFinding[]): readonly Group[] {
  const groups = new Map<QuestionId, QuestionFinding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.question) ?? [];
    group.push(finding);
    groups.set(finding.question, group);
  }
  return [...groups].map(([question, all]) => ({ question, title: all[0]?.title ?? '', findings: all }));
}
