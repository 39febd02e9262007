/** Where the question set comes from: a document at hand in preview mode, else the proxy. */
import { fromDocument, type LoadedForm } from '../loader/from-document.ts';
import { type LoadFailure, loadForm } from '../loader/load-form.ts';
import { ownFailure } from '../loader/own-failure.ts';
import type { Failure } from '../model/failure.ts';
import { failure, type Outcome } from '../model/outcome.ts';
import type { Access } from './access.ts';
import type { SessionHost } from './session-host.ts';

export type Loading = Outcome<LoadedForm, LoadFailure>;

export async function readForm(host: SessionHost, access: Access): Promise<Loading> {
  const { mode, document, semantics, lang } = host.settings();
  if (mode === 'preview') return withoutFallback(fromDocument(document, semantics ?? undefined));
  const fault = setupFault(host);
  if (fault !== null) return refuseSetup(host, fault);
  const opened = await access.open();
  if (!opened.ok) return withoutFallback(opened);
  return access.authorised((connection) => loadForm(connection, lang));
}

function setupFault(host: SessionHost): string | null {
  const { token, job, endpoint } = host.settings();
  if (endpoint === null) return 'needs endpoint="https://…", the address of its server.';
  if (token !== null || job !== null) return null;
  return 'needs token="…" or, for a public job, job="…".';
}

function refuseSetup(host: SessionHost, fault: string): Loading {
  host.warn(fault);
  return failure({ ...ownFailure('bad_setup'), fallback: null });
}

const withoutFallback = <Value>(outcome: Outcome<Value, Failure>): Outcome<Value, LoadFailure> =>
  outcome.ok ? outcome : failure({ ...outcome.error, fallback: null });
