import type { Submission } from '../../core/model/submission.ts';
import type { DraftStatus, Form } from '../../form/contract.ts';
import type { DraftManagerTools } from '../contract.ts';

/** Another tab has sent different answers: when, and under which reference. */
export function findEarlier(tools: DraftManagerTools, form: Form): DraftStatus['earlier'] {
  const earlier = tools.createSignal<Submission | null>(null);
  const { effect, renewal, read, readReceipt, signal, view } = tools;

  async function find(): Promise<void> {
    const loaded = await renewal.authorised(read);
    const reference = loaded.ok ? loaded.value.meta.submission : null;
    if (signal.aborted) return;
    // Its receipt was erased, so it is no longer known whether it arrived, or with which answers.
    if (loaded.ok && reference === null && loaded.value.meta.state === 'sent')
      view.value = { kind: 'already_sent' };
    if (reference === null) return;
    const receipt = await renewal.authorised((connection) => readReceipt(connection, reference));
    if (receipt.ok) earlier.value = receipt.value;
  }

  const end = effect(() => {
    const phase = form.submission.value;
    if (phase.kind === 'failed' && phase.failure.code === 'already_submitted') void find();
  });
  signal.addEventListener('abort', end);
  return earlier;
}
