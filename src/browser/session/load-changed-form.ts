import type { Answer } from '../../core/model/answer.ts';
import { detailId } from '../../core/model/details.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import { adoptEntries } from '../../form/adopt.ts';
import type { Field, Form, FormChange, LostAnswer, View, WritableForm } from '../../form/contract.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { DemandTools, LoadTools, RereadModules } from '../contract.ts';
import type { Page } from '../pages/page.ts';

/**
 * The form changed since it was loaded: keeps every answer and marks what is different.
 *
 * @param demanded what it has to ask by now
 * @returns false: it does not
 */
export async function loadChangedForm(
  tools: LoadTools & RereadModules,
  before: Page,
  reason: Failure,
  demanded: readonly string[],
): Promise<boolean> {
  const isOver = tools.newTurn();
  const outcome = await tools.renewal.authorised(tools.read);
  if (isOver()) return true;
  if (demanded.length > 0 && !(outcome.ok && asksFor(outcome.value, demanded))) return false;
  tools.batch(() => {
    const isOpen = outcome.ok && outcome.value.meta.state === 'open';
    const { form } = isOpen ? tools.turnTo(outcome.value, takeOver(before.form, tools)) : before;
    form.submission.value = {
      kind: 'failed',
      failure: outcome.ok ? reasonNow(outcome.value, reason) : outcome.error,
    };
  });
  return true;
}

/** Milliseconds before each look: processes of the proxy hear of each other's lessons within two seconds. */
const LOOKS = [0, 2_500];

/** The service demands more than this form asks, which the proxy has learned from its refusal. */
export async function readDemanded(
  tools: DemandTools,
  before: Form,
  demanded: readonly string[],
): Promise<(() => WritableForm) | null> {
  const isOver = tools.newTurn();
  for (const pause of LOOKS) {
    await tools.wait(pause, tools.signal);
    const outcome = await tools.renewal.authorised(tools.read);
    if (isOver()) return null;
    if (outcome.ok && outcome.value.meta.state === 'open' && asksFor(outcome.value, demanded))
      return () => tools.turnTo(outcome.value, keepLost(before, tools)).form;
  }
  return null;
}

const asksFor = ({ tree }: LoadedForm, demanded: readonly string[]): boolean =>
  demanded.every((name) =>
    [...tree.nodes.values()].some(
      ({ question }) => question.required && (question.detail === name || question.id === detailId(name)),
    ),
  );

/** The applicant is led to what is demanded anyway. */
const keepLost =
  (before: Form, tools: LoadTools & RereadModules) =>
  (form: WritableForm): FormChange | null => {
    const { lost } = takeOver(before, tools)(form);
    return lost.length > 0 ? { questions: [], lost } : null;
  };

const takeOver =
  (before: Form, { view: shown, fill }: LoadTools & RereadModules) =>
  (form: WritableForm) => {
    const view: View = shown.peek();
    adoptEntries({ form, previous: before }, fill);
    const { questions, lost } = changeOf(before, form);
    // The applicant may not have read yet which answers an earlier change lost.
    const lostBefore = (view.kind === 'form' && view.changed?.lost) || [];
    return { questions, lost: [...lostBefore, ...lost] };
  };

/** Between two attempts to send, the job may have closed or another tab may have sent. */
function reasonNow({ meta: { state } }: LoadedForm, reason: Failure): Failure {
  const codes = { open: 'form_changed', closed: 'job_closed', sent: 'already_submitted' } as const;
  return { ...reason, code: codes[state] };
}

/** What became of a form and its answers after a new version replaced it. */
const changeOf = (before: Form, after: Form): FormChange => ({
  questions: changedQuestions(before, after),
  lost: before.order.flatMap((field) => lostAnswer(field, after) ?? []),
});

/**
 * The questions that the earlier form did not have, or showed differently. If the form changed before a change of
 * language, its texts are still in the first language, so translated questions count as changed, too.
 */
function changedQuestions(before: Form, after: Form): readonly QuestionId[] {
  const written = (form: Form, id: QuestionId) => JSON.stringify(form.fields.get(id)?.shown);
  return after.order
    .map(({ question }) => question.id)
    .filter((id) => written(before, id) !== written(after, id));
}

/** The answer of a hidden question would not have been sent, so it is no loss. */
function lostAnswer({ question, shown, entry, visible }: Field, after: Form): LostAnswer | null {
  const answer = entry.peek();
  if (answer === null || !visible.peek() || question.confidential) return null;
  const lost = lostPart(answer, after.fields.get(question.id)?.entry.peek() ?? null);
  return lost && { question: shown, answer: lost };
}

/** Of several chosen options those still offered were kept. */
function lostPart(answer: Answer, kept: Answer | null): Answer | null {
  if (kept === null) return answer;
  if (answer.kind !== 'choice' || kept.kind !== 'choice') return null;
  const options = answer.options.filter((option) => !kept.options.includes(option));
  return options.length > 0 ? { kind: 'choice', options } : null;
}
