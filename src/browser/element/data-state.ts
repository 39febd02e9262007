import type { SubmissionPhase, View } from '../../form/contract.ts';

/** What `data-state` of the element tells the host (`src/README.md#html`). */
export type DataState =
  | 'loading'
  | 'ready'
  | 'sending'
  | 'received'
  | 'complete'
  | 'attention'
  | 'closed'
  | 'error';

export const dataState = (view: View): DataState =>
  view.kind === 'form' ? phaseState(view.form.submission.value) : viewStates[view.kind];

const viewStates: Readonly<Record<Exclude<View['kind'], 'form'>, DataState>> = {
  loading: 'loading',
  closed: 'closed',
  failed: 'error',
  already_sent: 'complete',
};

function phaseState(phase: SubmissionPhase): DataState {
  if (phase.kind === 'editing') return 'ready';
  if (phase.kind === 'sending') return phase.kind;
  if (phase.kind === 'failed') return phase.failure.code === 'form_changed' ? 'ready' : 'error';
  const { state } = phase.submission;
  return state === 'delivering' ? 'received' : state === 'refused' ? 'attention' : state;
}
