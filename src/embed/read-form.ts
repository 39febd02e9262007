/** Where the question set comes from: a document at hand in preview mode, else the proxy. */
import { fromDocument, type LoadedForm } from '../loader/from-document.ts';
import { loadForm } from '../loader/load-form.ts';
import { ownFailure } from '../loader/own-failure.ts';
import type { Trouble } from '../loader/request.ts';
import { failure, type Outcome } from '../model/outcome.ts';
import type { Access } from './access.ts';
import type { SessionHost } from './session-host.ts';
import { wantedSpeech } from './speech.ts';

export type Loading = Outcome<LoadedForm, Trouble>;

export async function readForm(host: SessionHost, access: Access): Promise<Loading> {
  const { mode, document, semantics } = host.settings();
  if (mode === 'preview' && document === null)
    return refuseSetup(host, 'needs its property document in mode="preview".');
  if (mode === 'preview') return fromDocument(document, semantics ?? undefined);
  const fault = setupFault(host);
  if (fault !== null) return refuseSetup(host, fault);
  const opened = await access.open();
  return opened.ok ? loadForm(access.connection(), wantedSpeech(host).language) : opened;
}

/** It can be filled in and sent: nothing else stands in its place. */
export const asksQuestions = ({ tree, meta }: LoadedForm): boolean =>
  meta.submission === null && meta.state === 'open' && tree.order.length > 0;

function setupFault(host: SessionHost): string | null {
  const { token, job, endpoint } = host.settings();
  if (endpoint === null) return 'needs endpoint="https://…", the address of its server.';
  if (token !== null || job !== null) return null;
  return 'needs token="…" or, for a public job, job="…".';
}

function refuseSetup(host: SessionHost, fault: string): Loading {
  host.warn(fault);
  return failure(ownFailure('bad_setup'));
}
