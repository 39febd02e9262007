/**
 * When the host's page turns to another job, a form with entered or sent answers waits, with its own token, until the
 * page returns to it.
 */

import type { SubmissionPhase } from '../../form/contract.ts';
import type { Asked, ElementForms, Loading, OpenedForm } from '../contract.ts';

/** Maximum milliseconds until a change of the host's page is noticed. */
const LOOK = 1000;

/** Milliseconds before the form of another token is requested again. */
const RETRY = { first: 4000, longest: 60_000 };

/** Forms kept waiting; beyond this, those left first keep only their drafts. */
const MOST = 20;

/** What continues when a form is shown again. */
const waiting = new WeakMap<OpenedForm, () => void>();
/** Their replies are still pending: until then they are not shown again. */
const forgotten = new WeakSet<OpenedForm>();

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function follow(forms: ElementForms, isOver: () => boolean): Promise<void> {
  const asked = forms.asked();
  const before = forms.shown;
  const { token } = asked;
  // The host says that a token from `renewToken` is for the same application.
  const isRenewed = token !== null && before.session.access.connection().token === token;
  if (isRenewed && isAlike(before.asked, asked)) {
    before.asked = asked;
    return;
  }
  const known = forms.opened.find((one) => forms.isWanted(one) && !forgotten.has(one));
  if (known) return turnTo(forms, known);
  const hasBegun = before.session.hasBegun();
  const previous = hasBegun ? before.session.form : before.session.previous;
  const next: OpenedForm = forms.open(previous, (outcome) => isAnother(forms, next, outcome));
  const isToken = token !== null && before.asked.token !== null;
  if (hasBegun && isToken && isAlike(before.asked, asked)) return find(forms, next, isOver);
  turnTo(forms, next);
  void next.session.load();
}

/** The same apart from the applicant it is for. */
const isAlike = (one: Asked, other: Asked) => one.endpoint === other.endpoint && one.mode === other.mode;

/** Until it is known whether a token is for the same application, the form stays visible and nothing is sent. */
async function find(forms: ElementForms, next: OpenedForm, isOver: () => boolean): Promise<void> {
  const isOpen = () => !isOver() && next !== forms.shown && forms.opened.includes(next);
  const reading = read(next, isOpen);
  let isRead = false;
  void reading.finally(() => {
    isRead = true;
  });
  while (isOpen() && !isRead) await Promise.race([reading, sleep(LOOK)]);
  if (isOpen()) turnTo(forms, next);
  else if (next !== forms.shown) forms.end(next);
}

async function read({ session }: OpenedForm, isOpen: () => boolean): Promise<void> {
  for (let pause = RETRY.first; isOpen(); pause = Math.min(RETRY.longest, pause * 2)) {
    await session.load();
    const shown = session.view.peek();
    if (shown.kind !== 'failed' || !shown.failure.retryable) return;
    await sleep(pause);
  }
}

/** The proxy has answered: if the application already has a form here, that form continues with the new token. */
function isAnother(forms: ElementForms, next: OpenedForm, outcome: Loading): boolean {
  if (!outcome.ok || !forms.opened.includes(next) || !forms.isWanted(next)) return false;
  const { draftKey: newest, olderDraftKeys } = outcome.value.meta;
  const keys = [newest, ...olderDraftKeys];
  const asked = forms.asked();
  const known = forms.opened.find((one) => {
    const draftKey = one.session.page?.meta.draftKey ?? null;
    const isSame = draftKey !== null && keys.includes(draftKey) && isAlike(one.asked, asked);
    return one !== next && isSame && one.session.hasBegun() && !forgotten.has(one);
  });
  if (known) {
    known.asked = asked;
    known.session.access.use(null);
  }
  turnTo(forms, known ?? next);
  if (known) forms.end(next);
  return known !== undefined;
}

function turnTo(forms: ElementForms, next: OpenedForm): void {
  const before = forms.shown;
  if (next === before || !forms.opened.includes(next)) return;
  const isKept = forms.keeps(before);
  if (isKept) leave(forms, before);
  forms.show(next);
  if (!isKept) forms.end(before);
  waiting.get(next)?.();
  tellUnsaid(next);
  const idle = forms.opened.filter((one) => one !== next && !isOnItsWay(phaseOf(one)));
  for (const one of idle.slice(0, Math.max(0, forms.opened.length - MOST))) forms.end(one);
}

const phaseOf = ({ session }: OpenedForm) => session.form?.submission.peek() ?? null;

/** It is being sent, or will be retried automatically. */
const isOnItsWay = (phase: SubmissionPhase | null) =>
  phase?.kind === 'sending' || (phase?.kind === 'failed' && phase.failure.retryable);

/** A form being sent is sent with its files; other forms pause their uploads. */
function leave(forms: ElementForms, opened: OpenedForm): void {
  const { session } = opened;
  const isSending = phaseOf(opened)?.kind === 'sending';
  const goOn = isSending ? null : session.filling.peek()?.uploads.pause();
  forms.opened = [...forms.opened.filter((one) => one !== opened), opened];
  waiting.set(opened, () => {
    waiting.delete(opened);
    goOn?.();
    session.touch();
    const phase = phaseOf(opened)?.kind;
    if (phase === 'editing' || phase === 'failed') session.tellReady();
  });
}

/** Reports events that the host has missed and that still apply. */
function tellUnsaid(opened: OpenedForm): void {
  const { unsaid, session } = opened;
  const phase = phaseOf(opened);
  const isRefused = phase?.kind === 'accepted' && phase.submission.application?.state === 'refused';
  unsaid.get('apply-submitted')?.();
  if (isRefused || session.view.peek().kind === 'failed') unsaid.get('apply-error')?.();
  unsaid.clear();
}

export function forget(forms: ElementForms): void {
  forms.shown.previous = null;
  for (const one of forms.opened) {
    if (one === forms.shown || forgotten.has(one)) continue;
    forgotten.add(one);
    const end = () => {
      one.session.form?.kept.peek()?.clear();
      forms.end(one);
    };
    const { form } = one.session;
    // A form that the applicant told to send is still sent.
    if (phaseOf(one)?.kind === 'sending')
      form?.submission.subscribe(({ kind }) => kind !== 'sending' && queueMicrotask(end));
    else end();
  }
}
