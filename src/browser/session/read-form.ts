/** Where the question set comes from: a given document in preview mode, otherwise the proxy. */

import { failure, success } from '../../core/model/outcome.ts';
import type { Signal } from '../../form/signals.ts';
import type { Catalogue, ListsKey } from '../../locale/catalogue.ts';
import { createMessages } from '../../locale/messages.ts';
import { isLong } from '../../ui/controls/choice.tsx';
import { fromDocument, type LoadedForm } from '../api/from-document.ts';
import { inTime } from '../api/in-time.ts';
import { formQuery, loadForm } from '../api/load-form.ts';
import { ownFailure } from '../api/own-failure.ts';
import type { Access, Loading, SessionHost, SpokenLanguage } from '../contract.ts';
import type { DatesFile } from '../dates/contract.ts';
import { datesFile } from '../dates/dates-file.ts';
import { addDetails } from '../details/add-details.ts';
import type { DetailsFile } from '../details/contract.ts';
import { detailsFile } from '../details/details-file.ts';
import { inEnglish, loadLanguage, wantedLanguage } from './messages-of-locale.ts';

/** Without a scheme it would be a path on the host's own server, which would then receive the token. */
const isAddress = /^(https?:\/)?\//i;

interface Shown {
  /* Files that a form is drawn with, once one has asked for them. */
  readonly details: Signal<DetailsFile | null>;
  readonly dates: Signal<DatesFile | null>;
  readonly speech: Signal<SpokenLanguage>;
}

export async function readForm(
  host: SessionHost,
  access: Access,
  { details, dates, speech }: Shown,
): Promise<Loading> {
  const outcome = await readQuestions(host, access);
  if (!outcome.ok) return outcome;
  const wordsOver = (own: Catalogue<ListsKey>) => {
    const { locale, words } = speech.peek();
    return createMessages<ListsKey>(locale, words ?? own, host.settings().messages);
  };
  const bringDates = async ({ tree }: LoadedForm) => {
    const questions = [...tree.nodes.values()].map((node) => node.question);
    const whole = questions.some(isLong) ? await inTime(() => datesFile.withLists(wordsOver)) : null;
    // Without it a long list is drawn like a short one.
    dates.value = whole?.ok ? whole.value : (dates.peek() ?? datesFile);
  };
  try {
    await bringDates(outcome.value);
    if (!outcome.value.further) return outcome;
    details.value = detailsFile;
    const spoken = (await loadLanguage(host)) ?? inEnglish;
    const { messages } = host.settings();
    const whole = addDetails(outcome.value, { speech: spoken, messages });
    await bringDates(whole);
    return success(whole);
  } catch {
    return failure(ownFailure('offline'));
  }
}

async function readQuestions(host: SessionHost, access: Access): Promise<Loading> {
  const { mode, document, semantics, endpoint, token, job } = host.settings();
  if (mode === 'preview') return fromDocument(document, semantics ?? undefined);
  if (!isAddress.test(endpoint ?? '') || (token ?? job) === null) return failure(ownFailure('bad_setup'));
  const { language } = wantedLanguage(host);
  const opened = await access.open(formQuery('questions', language));
  if (!opened.ok) return opened;
  const loaded = fromDocument(opened.value.form);
  return loaded.ok ? loaded : loadForm(access.connection(), language);
}

/** It can be filled in and sent: no other screen replaces it. */
export const asksQuestions = ({ tree, meta }: LoadedForm): boolean =>
  meta.submission === null && meta.state === 'open' && tree.order.length > 0;
