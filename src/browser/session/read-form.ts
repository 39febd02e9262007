/** Where the question set comes from: a given document in preview mode, otherwise the proxy. */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { failure, success } from '../../core/model/outcome.ts';
import { addDetails } from '../details/add-details.ts';
import { type Host, inEnglish, loadLanguage, wantedLanguage } from '../host/host.ts';
import { formQuery, fromDocument, type LoadedForm, type Loading, loadForm } from '../proxy/questions.ts';
import type { Access } from '../proxy/session.ts';

/** Without a scheme it would be a path on the host's own server, which would then receive the token. */
const isAddress = /^(https?:\/)?\//i;

export async function readForm(host: Host, access: Access): Promise<Loading> {
  const outcome = await readQuestions(host, access);
  if (!outcome.ok || !outcome.value.further) return outcome;
  const speech = (await loadLanguage(host)) ?? inEnglish;
  return success(addDetails(outcome.value, speech, host.settings().messages));
}

async function readQuestions(host: Host, access: Access): Promise<Loading> {
  const { mode, document, semantics, endpoint, token, job } = host.settings();
  if (mode === 'preview') return fromDocument(document, semantics ?? undefined);
  if (!isAddress.test(endpoint ?? '') || (token ?? job) === null) return failure(plainFailure('bad_setup'));
  const { language } = wantedLanguage(host);
  const opened = await access.open(formQuery('questions', language));
  if (!opened.ok) return opened;
  const loaded = fromDocument(opened.value.form);
  return loaded.ok ? loaded : loadForm(access.connection(), language);
}

/** It can be filled in and sent: no other screen replaces it. */
export const asksQuestions = ({ tree, meta }: LoadedForm): boolean =>
  meta.submission === null && meta.state === 'open' && tree.order.length > 0;
