import type { SubmissionPhase, View } from '../form/contract.ts';
import { unreachable } from '../model/outcome.ts';
import type { SubmissionState } from '../model/submission.ts';

/** What `data-state` of the element tells the host (DOORS, "HTML"). */
export type DataState =
  | 'loading'
  | 'ready'
  | 'sending'
  | 'received'
  | 'complete'
  | 'attention'
  | 'closed'
  | 'error';

export function dataState(view: View): DataState {
  switch (view.kind) {
    case 'loading':
    case 'closed':
      return view.kind;
    case 'failed':
      return 'error';
    case 'already_sent':
      return 'complete';
    case 'form':
      return phaseState(view.form.submission.value);
    default:
      return unreachable(view);
  }
}

function phaseState(phase: SubmissionPhase): DataState {
  switch (phase.kind) {
    case 'editing':
      return 'ready';
    case 'sending':
      return 'sending';
    case 'failed':
      return phase.failure.code === 'form_changed' ? 'ready' : 'error';
    case 'accepted':
      return submissionStates[phase.submission.state];
    default:
      return unreachable(phase);
  }
}

const submissionStates: Readonly<Record<SubmissionState, DataState>> = {
  received: 'received',
  delivering: 'received',
  complete: 'complete',
  attention: 'attention',
};
