/** Reads a form again that has changed or has to ask for more, and keeps every answer. */

import type { Failure, Outcome } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Question } from '../../core/model/question.ts';
import type { Form, FormChange, WritableForm } from '../../form/contract.ts';
import { adopt, entriesIn, isNamed } from '../../form/fill.ts';
import { batch } from '../../form/signals.ts';
import type { FillingTools, LoadedForm, Page } from '../proxy/access.ts';
import { wait } from '../proxy/submissions.ts';

/**
 * Marks the differences, or says at each field that it is demanded.
 *
 * @param demanded the details that the proxy found missing in the submission
 * @returns false if no form can ask for them
 */
export async function loadChangedForm(
  tools: FillingTools,
  before: Page,
  failure: Failure,
  demanded: readonly string[],
): Promise<boolean> {
  const outcome = await readAsking(tools, demanded, demanded);
  // A newer turn has begun.
  if (outcome === null) return true;
  const loaded = outcome.ok && isOpen(outcome.value) ? outcome.value : null;
  // If the form cannot be read now, the present one asks.
  const present = loaded ?? { tree: before.form.wording.peek(), meta: before.meta };
  const isDemand = demanded.length > 0 && (loaded !== null || !outcome.ok);
  const asking = isDemand ? requiring(present, demanded) : loaded;
  if (isDemand && !requires(present, demanded) && asking === present) return false;
  batch(() => {
    const { form } = asking ? tools.turnTo(asking, takeOver(before.form, tools, !isDemand)) : before;
    const now = outcome.ok ? reasonNow(outcome.value, failure) : outcome.error;
    form.submission.value = { kind: 'failed', failure: isDemand ? failure : now };
    if (isDemand) form.validate();
  });
  return true;
}

const isOpen = ({ meta }: LoadedForm): boolean => meta.state === 'open';

/** Milliseconds before each reading: every process of the proxy learns of a new demand within two seconds. */
const LOOKS = [0, 2_500];

/** Asked only with the operator's agreement, so a second reading would not find it. */
const sensitive = /^(date_of_birth|equality)/;

/** Reads the form until it asks for the demanded details; null if a newer turn has begun. */
async function readAsking(
  { newTurn, renewal, read, signal }: FillingTools,
  demanded: readonly string[],
  missed: readonly string[],
): Promise<Outcome<LoadedForm, Failure> | null> {
  const isOver = newTurn();
  const isOnce = demanded.length === 0 || demanded.some((name) => sensitive.test(name));
  for (const pause of LOOKS) {
    await wait(pause, signal);
    const outcome = await renewal.authorised(read);
    if (isOver()) return null;
    const isAsked = outcome.ok && asksFor(outcome.value, demanded) && requires(outcome.value, missed);
    if (isOnce || isAsked || pause > 0 || (outcome.ok && !isOpen(outcome.value))) return outcome;
  }
  return null;
}

/**
 * Used when the service has refused an application because it demands more than this form asks for.
 *
 * @param missed the details that the proxy found missing in a correction
 * @returns a function that shows the form which asks for them; null if there is none
 */
export async function readDemanded(
  tools: FillingTools,
  before: Form,
  demanded: readonly string[],
  missed: readonly string[] = [],
): Promise<(() => WritableForm) | null> {
  const outcome = await readAsking(tools, demanded, missed);
  // One of several alternatives is asked for, but not required.
  if (!outcome?.ok || !isOpen(outcome.value) || !asksFor(outcome.value, demanded)) return null;
  return () => tools.turnTo(requiring(outcome.value, missed), takeOver(before, tools, false)).form;
}

/** Makes demanded details required, because the form may come from a process that does not know the demand yet. */
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

/** Makes a question required, even if an address could otherwise be left empty. */
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

/** @param isMarked marks the differences */
const takeOver =
  (before: Form, { view }: FillingTools, isMarked: boolean) =>
  (form: WritableForm): FormChange | null => {
    const shown = view.peek();
    // The applicant may not have read yet which answers an earlier change lost.
    const lostBefore = (shown.kind === 'form' && shown.changed?.lost) || [];
    const lost = [...lostBefore, ...adopt(form, entriesIn(before))];
    const questions = isMarked ? changedQuestions(before, form) : [];
    return isMarked || lost.length > 0 ? { questions, lost } : null;
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
