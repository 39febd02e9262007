/** What stands in the form's place where there is none to fill in. */
import type { View } from '../../form/contract.ts';
import type { Signal } from '../../form/signals.ts';
import type { LoadedForm } from '../../loader/from-document.ts';
import { failureOf } from '../../loader/read-trouble.ts';
import type { Failure } from '../../model/failure.ts';
import type { Loading } from '../read-form.ts';
import type { SessionHost } from '../session-host.ts';
import { tellError } from '../tell-error.ts';
import type { Renewal } from './renewal.ts';
import type { Sending } from './sending.ts';

/** Shows why nothing can be filled in, a submission under way, or a form without questions. */
export type ShowInstead = (outcome: Loading, isOver: () => boolean) => Promise<void>;

export interface InsteadTools {
  readonly host: SessionHost;
  readonly view: Signal<View>;
  readonly renewal: Renewal;
  readonly sending: Sending;
  readonly load: () => Promise<void>;
  readonly show: (loaded: LoadedForm) => void;
}

export function createShowInstead({ host, view, renewal, sending, load, show }: InsteadTools): ShowInstead {
  /** A token that the host gave just now and that is refused again is not renewed for ever. */
  let isRenewing = false;

  async function open(loaded: LoadedForm, isOver: () => boolean): Promise<void> {
    const { submission, state } = loaded.meta;
    if (submission !== null) {
      const reason = await sending.resume(loaded, submission, isOver);
      if (reason !== null && !isOver()) fail(reason);
    } else if (state === 'open') show(loaded);
    else view.value = { kind: state === 'closed' ? 'closed' : 'already_sent' };
  }

  async function renewOrFail(reason: Failure, isOver: () => boolean): Promise<void> {
    const isRenewable = reason.code === 'token_expired' && !isRenewing;
    isRenewing = isRenewable;
    const isRenewed = isRenewable && (await renewal.renew());
    if (isOver()) return;
    if (isRenewed) await load();
    else fail(reason);
    isRenewing = false;
  }

  function fail(reason: Failure): void {
    view.value = { kind: 'failed', failure: reason };
    tellError(host, reason);
  }

  return (outcome, isOver) =>
    outcome.ok ? open(outcome.value, isOver) : renewOrFail(failureOf(outcome.error), isOver);
}
