import type { Failure } from '../../core/model/failure.ts';
import { adoptEntries } from '../../form/adopt.ts';
import type { Form, View, WritableForm } from '../../form/contract.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { LoadTools, RereadModules } from '../contract.ts';
import type { Page } from '../pages/page.ts';
import { changeOf } from './changed-questions.ts';

/** The question set changed since it was loaded: keeps every answer and marks what is different. */
export async function loadChangedForm(
  tools: LoadTools & RereadModules,
  before: Page,
  reason: Failure,
): Promise<void> {
  const isOver = tools.newTurn();
  const outcome = await tools.renewal.authorised(tools.read);
  if (isOver()) return;
  tools.batch(() => {
    const isOpen = outcome.ok && outcome.value.meta.state === 'open';
    const { form } = isOpen ? tools.turnTo(outcome.value, takeOver(before.form, tools)) : before;
    form.submission.value = {
      kind: 'failed',
      failure: outcome.ok ? reasonNow(outcome.value, reason) : outcome.error,
    };
  });
}

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
function reasonNow({ meta }: LoadedForm, reason: Failure): Failure {
  if (meta.state === 'open') return reason;
  return { ...reason, code: meta.state === 'closed' ? 'job_closed' : 'already_submitted' };
}
