import { adoptEntries } from '../../form/adopt.ts';
import type { Form, FormChange, View } from '../../form/contract.ts';
import { batch, type Signal } from '../../form/signals.ts';
import type { LoadedForm } from '../../loader/from-document.ts';
import { failureOf } from '../../loader/read-trouble.ts';
import type { Failure } from '../../model/failure.ts';
import type { Page } from '../page.ts';
import type { Loading } from '../read-form.ts';
import type { SessionHost } from '../session-host.ts';
import { changeOf } from './changed-questions.ts';

/** The session's own ways to load. */
export interface LoadTools {
  readonly host: SessionHost;
  readonly view: Signal<View>;
  readonly page: () => Page | null;
  readonly read: () => Promise<Loading>;
  /** The returned function says whether something newer has begun. */
  readonly newTurn: () => () => boolean;
  readonly turnTo: (loaded: LoadedForm, takeOver?: (form: Form) => FormChange) => Page;
}

/** The question set changed since it was loaded: keeps every answer, marks what is different. */
export async function loadChangedForm(tools: LoadTools, before: Page, reason: Failure): Promise<void> {
  const isOver = tools.newTurn();
  const outcome = await tools.read();
  if (isOver()) return;
  batch(() => {
    const isOpen = outcome.ok && outcome.value.meta.state === 'open';
    const { form } = isOpen ? tools.turnTo(outcome.value, takeOver(before.form, tools.view.peek())) : before;
    form.submission.value = {
      kind: 'failed',
      failure: outcome.ok ? reasonNow(outcome.value, reason) : failureOf(outcome.error),
    };
  });
}

const takeOver = (before: Form, view: View) => (form: Form) => {
  adoptEntries(form, before);
  const { questions, lost } = changeOf(before, form);
  // Nobody may have read yet what an earlier change has cost.
  const lostBefore = (view.kind === 'form' && view.changed?.lost) || [];
  return { questions, lost: [...lostBefore, ...lost] };
};

/** Between two tries to send, the job may have closed or another tab may have sent. */
function reasonNow({ meta }: LoadedForm, reason: Failure): Failure {
  if (meta.state === 'open') return reason;
  return { ...reason, code: meta.state === 'closed' ? 'job_closed' : 'already_submitted' };
}
