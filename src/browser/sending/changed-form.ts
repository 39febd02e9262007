/** A form that has changed, or has to ask for more than it does: it is read again, and every answer kept. */

import type { Failure } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Question } from '../../core/model/question.ts';
import type { Form, FormChange, WritableForm } from '../../form/contract.ts';
import { adopt, entriesIn, isNamed } from '../../form/fill.ts';
import { batch } from '../../form/signals.ts';
import type { LoadedForm } from '../proxy/questions.ts';
import type { FillingTools, Page } from '../proxy/session.ts';
import { wait } from '../proxy/submissions.ts';

/** What is different is marked. */
export async function loadChangedForm(tools: FillingTools, before: Page, reason: Failure): Promise<void> {
  const isOver = tools.newTurn();
  const outcome = await tools.renewal.authorised(tools.read);
  if (isOver()) return;
  const failure = outcome.ok ? reasonNow(outcome.value, reason) : outcome.error;
  batch(() => {
    const { form } =
      outcome.ok && isOpen(outcome.value)
        ? tools.turnTo(outcome.value, takeOver(before.form, tools, true))
        : before;
    form.submission.value = { kind: 'failed', failure };
  });
}

const isOpen = ({ meta }: LoadedForm): boolean => meta.state === 'open';

/** Milliseconds before each look: the proxy hears of new lessons within two seconds. */
const LOOKS = [0, 2_500];

/** Asked only once the operator has agreed: no second look would find it. */
const sensitive = /^(date_of_birth|equality)/;

/**
 * The service demands more than this form asks, which the proxy has learned from its refusal.
 *
 * @param missed what the proxy itself missed in what was sent
 * @returns shows the form that asks for it; null: there is none
 */
export async function readDemanded(
  tools: FillingTools,
  before: Form,
  demanded: readonly string[],
  missed: readonly string[] = [],
): Promise<(() => WritableForm) | null> {
  const isOver = tools.newTurn();
  const looks = demanded.some((name) => sensitive.test(name)) ? [0] : LOOKS;
  for (const pause of looks) {
    await wait(pause, tools.signal);
    const outcome = await tools.renewal.authorised(tools.read);
    if (isOver() || (outcome.ok && !isOpen(outcome.value))) return null;
    const loaded = outcome.ok ? outcome.value : null;
    const isLast = pause === looks.at(-1);
    // What was named in alternatives is asked, and is not required.
    if (loaded && asksFor(loaded, demanded) && (isLast || requires(loaded, missed)))
      return () => tools.turnTo(requiring(loaded, missed), takeOver(before, tools, false)).form;
  }
  return null;
}

/** The process that it was read from may not have heard yet what another one demands. */
function requiring(loaded: LoadedForm, demanded: readonly string[]): LoadedForm {
  const { tree } = loaded;
  const optional = [...tree.nodes].filter(
    ([, { question }]) => !question.required && demanded.some((name) => isNamed(question, name)),
  );
  const nodes = new Map(tree.nodes);
  for (const [id, { question, ...node }] of optional)
    nodes.set(id, { ...node, question: { ...question, ...demand(question) } });
  return optional.length > 0 ? { ...loaded, tree: { ...tree, nodes } } : loaded;
}

/** Where half an address could be emptied instead, it no longer can. */
const demand = ({ says }: Question): Pick<Question, 'required' | 'requiredBy' | 'says'> => ({
  required: true,
  requiredBy: () => true,
  says: (sentence) => says?.(sentence === 'required' ? 'demanded' : sentence) ?? says?.(sentence),
});

const asksFor = ({ tree }: LoadedForm, names: readonly string[]): boolean =>
  names.every((name) => [...tree.nodes.values()].some(({ question }) => isNamed(question, name)));

const requires = ({ tree }: LoadedForm, names: readonly string[]): boolean =>
  names.every((name) =>
    [...tree.nodes.values()].some(({ question }) => question.required && isNamed(question, name)),
  );

/** @param isMarked what is different is shown; the applicant is led to what is demanded anyway */
const takeOver =
  (before: Form, { view }: FillingTools, isMarked: boolean) =>
  (form: WritableForm): FormChange | null => {
    const shown = view.peek();
    // The applicant may not have read yet which answers an earlier change lost.
    const lostBefore = (shown.kind === 'form' && shown.changed?.lost) || [];
    const lost = [...lostBefore, ...adopt(form, entriesIn(before))];
    const questions = isMarked ? changedQuestions(before, form) : [];
    return questions.length + lost.length > 0 ? { questions, lost } : null;
  };

/** Between two attempts to send, the job may have closed or another tab may have sent. */
function reasonNow({ meta: { state } }: LoadedForm, reason: Failure): Failure {
  const codes = { open: 'form_changed', closed: 'job_closed', sent: 'already_submitted' } as const;
  return { ...reason, code: codes[state] };
}

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
