/** Where the question set comes from: a given document in preview mode, otherwise the proxy. */

import { failure, success } from '../../core/model/outcome.ts';
import type { Question } from '../../core/model/question.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { FormShape } from '../../form/contract.ts';
import type { Signal } from '../../form/signals.ts';
import type { Catalogue, ListsKey } from '../../locale/catalogue.ts';
import { createMessages } from '../../locale/messages.ts';
import { isLong } from '../../ui/controls/choice.tsx';
import { fromDocument, type LoadedForm } from '../api/from-document.ts';
import { inTime } from '../api/in-time.ts';
import { formQuery, loadForm } from '../api/load-form.ts';
import { ownFailure } from '../api/own-failure.ts';
import type { Access, Loading, OpenSession, SessionHost, SpokenLanguage } from '../contract.ts';
import type { DatesFile } from '../dates/contract.ts';
import type { DetailsFile } from '../details/contract.ts';
import { inEnglish, loadLanguage, wantedLanguage } from './messages-of-locale.ts';

/** Without a scheme it would be a path on the host's own server, which would then receive the token. */
const isAddress = /^(https?:\/)?\//i;

interface Shown {
  /* Files that a form is drawn with, once one has asked for them. */
  readonly details: Signal<DetailsFile | null>;
  readonly dates: Signal<DatesFile | null>;
  readonly speech: Signal<SpokenLanguage>;
  /** Told of the form's shape, which is known before all that the form is drawn with. */
  readonly view: OpenSession['view'];
}

/** Questions that fill a screen. */
const MOST = 8;

/** Records of questions without a parent come first. */
const shapeOf = ({ records }: QuestionTree): FormShape =>
  records.slice(0, MOST).map(({ question }) => question.type);

export async function readForm(
  host: SessionHost,
  access: Access,
  { details, dates, speech, view }: Shown,
): Promise<Loading> {
  const { loadDetails, loadDates } = host.transport;
  // Nearly every visitor is asked for more than names and email, and most forms for a date: what these need is not
  // waited for afterwards.
  const { job, mode } = host.settings();
  if (mode === 'live') loadDates().catch(() => {});
  if (job !== null) loadDetails().catch(() => {});
  const outcome = await readQuestions(host, access);
  if (!outcome.ok) return outcome;
  if (view.peek().kind === 'loading') view.value = { kind: 'loading', shape: shapeOf(outcome.value.tree) };
  const wordsOver = (own: Catalogue<ListsKey>) => {
    const { locale, words } = speech.peek();
    return createMessages<ListsKey>(locale, words ?? own, host.settings().messages);
  };
  const bringDates = async ({ tree }: LoadedForm) => {
    const questions = [...tree.nodes.values()].map((node) => node.question);
    const isAnyLong = questions.some(isLong);
    if (!isAnyLong && !questions.some(isDateOrFile)) return;
    const file = await loadDates();
    const whole = isAnyLong ? await inTime(() => file.withLists(wordsOver)) : null;
    // Without it a long list is drawn like a short one.
    dates.value = whole?.ok ? whole.value : (dates.peek() ?? file);
  };
  try {
    // What is drawn with a form has to be there before it.
    const loading = outcome.value.further ? loadDetails() : null;
    const [file] = await Promise.all([loading, bringDates(outcome.value)]);
    if (!file) return outcome;
    details.value = file;
    const spoken = (await loadLanguage(host)) ?? inEnglish;
    const { messages } = host.settings();
    const whole = file.addDetails(outcome.value, { speech: spoken, messages, buildTree, createMessages });
    await bringDates(whole);
    return success(whole);
  } catch {
    return failure(ownFailure('offline'));
  }
}

const isDateOrFile = ({ type }: Question): boolean => /^da|doc/.test(type);

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
