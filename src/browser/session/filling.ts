/**
 * Everything that is needed only after the first answer or instead of the form: sending, files, drafts, the receipt, failures, with
 * their sentences and styles. The session loads it at the first touch, so that it does not delay the form.
 */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { failure } from '../../core/model/failure.ts';
import type { Form } from '../../form/contract.ts';
import { prefilled } from '../../form/field-state.ts';
import { batch, computed, signal as createSignal, effect, type Signal } from '../../form/signals.ts';
import type { MessageKey, StepsKey } from '../../locale/catalogue.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { readNumber } from '../../locale/number-reading.ts';
import * as fillingParts from '../../ui/filling-parts.ts';
import type { Steps } from '../../ui/screen.tsx';
import styles from '../../ui/styles/filling.css?inline';
import { Prefill } from '../details/prefill.ts';
import { diagnose, tellBlocked, tellError, tellRenewal, unknownAttributes } from '../diagnosis/diagnosis.ts';
import { Drafts } from '../drafts/drafts.ts';
import { followGround, followMoves } from '../host/surroundings.ts';
import {
  type FillingTools,
  failureOf,
  type LoadedForm,
  type Loading,
  type Page,
  type SessionTools,
} from '../proxy/access.ts';
import { load } from '../proxy/load-files.ts';
import { inTime, type Renewal, type Trouble } from '../proxy/request.ts';
import { Sending } from '../sending/sending.ts';
import { Uploads } from '../sending/uploads.ts';

export { followGround } from '../host/surroundings.ts';

/** The token itself was refused. */
const refused = /^(token_|bad_request)/;

/** Codes whose true reason is unknown: no reply, or perhaps not the proxy's. */
const unsure = /^(offline|bad_|not_found|blocked)/;

export class Filling {
  readonly parts = fillingParts;
  /** Every English sentence of the current form. */
  readonly english = { ...en, ...enFilling };
  /** Draws one section at a time; null if all are on one page. */
  readonly steps: Signal<Steps | null> = createSignal(null);
  readonly uploads: Uploads;
  readonly sending: Sending;
  readonly drafts: Drafts;
  /** Fills in what the host already knows. */
  readonly prefill: Prefill;
  /** Called after the element was moved. */
  readonly moved: () => void;
  readonly #tools: FillingTools;
  /** Styles of this file, then those of the steps. */
  readonly styles = createSignal([styles]);
  /** Counts translations, so that after two switches the second language wins, whichever loads first. */
  #translations = 0;
  /** A token that the host has just renewed is not renewed again when refused, which could loop forever. */
  #isRenewing = false;

  constructor(session: SessionTools) {
    const { host, signal, speech } = session;
    const messages = () => {
      const { locale, words } = speech.value;
      return createMessages<MessageKey>(locale, words ?? this.english, host.settings().messages);
    };
    const tools = { ...session, renewal: createRenewal(session), messages };
    this.#tools = tools;
    readEarlyNumbers(tools);
    this.uploads = new Uploads(tools);
    this.prefill = new Prefill(tools);
    const again = (page: Page) => this.sending.again(page);
    this.drafts = new Drafts({ ...tools, uploads: this.uploads, again });
    this.sending = new Sending({
      ...tools,
      uploads: this.uploads,
      restore: (form) => this.drafts.restore(form),
    });
    followPage(tools, this.drafts);
    this.moved = followMoves(host.element, signal);
    for (const sentence of unknownAttributes(host.element)) host.warn(sentence);
  }

  /** Changes the language of a form while it is being filled in: sentences and texts change, nothing else does. */
  async translate(): Promise<void> {
    this.#translations += 1;
    const translation = this.#translations;
    const before = this.#tools.page();
    const [wanted, tree] = await Promise.all([this.#tools.loadLanguage(), this.#readTexts(before)]);
    // Screen readers would mispronounce texts in one language among sentences in another.
    if (translation !== this.#translations || wanted === null || tree === undefined) return;
    batch(() => {
      this.#tools.speech.value = wanted;
      if (tree !== null && this.#tools.page() === before) before?.form.reword(tree);
    });
  }

  /** null if there are none for this form; undefined if they cannot be read now. */
  async #readTexts(before: Page | null) {
    if (before === null) return null;
    const outcome = await this.#tools.renewal.authorised(this.#tools.read);
    if (!outcome.ok) return undefined;
    // The questions are different: the proxy reports that on sending, and the form is then loaded in this language.
    return outcome.value.meta.revision === before.meta.revision ? outcome.value.tree : null;
  }

  /** Shows why nothing can be filled in, a submission under way, or a form without questions. */
  async showInstead(outcome: Loading, isOver: () => boolean): Promise<void> {
    const { host, view } = this.#tools;
    const trouble = await (outcome.ok
      ? this.#open(outcome.value, isOver)
      : this.#renew(outcome.error, isOver));
    if (trouble === null || isOver()) return;
    const failure = failureOf(trouble);
    const diagnosis = diagnose(host, { trouble, failure, isOver });
    const found = unsure.test(failure.code) ? await diagnosis : failure;
    if (isOver()) return;
    view.value = found.code === 'job_closed' ? { kind: 'closed' } : { kind: 'failed', failure: found };
    tellError(host, found);
  }

  /** @returns why it cannot be opened */
  async #open(loaded: LoadedForm, isOver: () => boolean): Promise<Trouble | null> {
    const { submission, state } = loaded.meta;
    if (submission !== null) return this.sending.resume(loaded, submission, isOver);
    if (state === 'closed') return plainFailure('job_closed');
    if (state === 'open') {
      const [takeOver] = await Promise.all([this.drafts.restore(loaded), this.#loadSteps()]);
      if (!isOver()) this.#tools.show(loaded, takeOver);
    } else this.#tools.view.value = { kind: 'already_sent' };
    return null;
  }

  /** Loads with another token. @returns the remaining trouble */
  async #renew(trouble: Trouble, isOver: () => boolean): Promise<Trouble | null> {
    const { renewal, load } = this.#tools;
    const isRenewable = failureOf(trouble).code === 'token_expired' && !this.#isRenewing;
    this.#isRenewing = isRenewable;
    let left = isRenewable ? await renewal.renew(trouble) : trouble;
    if (isOver()) return null;
    // The proxy may no longer know a token stored in this tab: a new session is then begun.
    if (left && refused.test(failureOf(left).code) && this.drafts.forgetToken()) left = null;
    if (!left) await load();
    this.#isRenewing = false;
    return left;
  }

  /** Loads the display of one section at a time if the host wants it; if that fails, all are on one page. */
  async #loadSteps(): Promise<void> {
    const { host, speech, page, miss } = this.#tools;
    if (this.steps.peek() || host.settings().layout === 'page') return;
    const file = await load(() => import('../../ui/steps.tsx')).catch(() => null);
    if (!file) return void miss();
    // Another load may have finished meanwhile.
    if (this.steps.peek()) return;
    const { stepsParts, enSteps } = file;
    const words = computed(() => {
      const { locale, words: all } = speech.value;
      return createMessages<StepsKey>(locale, all ?? enSteps, host.settings().messages);
    });
    const attempt = () => {
      const form = page()?.form;
      if (form) form.attempts.value += 1;
    };
    this.styles.value = [...this.styles.peek(), file.styles];
    this.steps.value = {
      ...stepsParts,
      words,
      createJourney: (form) => new stepsParts.Journey(form, attempt),
    };
  }
}

/** Handles a page that is left, restored, or open for longer than a token lives. */
function followPage(tools: FillingTools, drafts: Drafts): void {
  const { host, view, page, read, renewal, signal, load } = tools;
  warnBeforeLeaving(tools, drafts);
  renewInTime(tools);
  followGround(host.element, signal);
  const back = async ({ persisted }: PageTransitionEvent) => {
    const shown = view.peek();
    const before = page();
    if (!persisted) return;
    // Browsers may have aborted requests.
    if (shown.kind === 'failed' && shown.failure.retryable) void load();
    // Another tab may have sent the form meanwhile.
    if (before === null || before.form.submission.peek().kind === 'accepted') return;
    const outcome = await renewal.authorised(read);
    // A submission that was pending is sent again as well, and may be answered first.
    const isOwn = /sending|accepted/.test(before.form.submission.peek().kind);
    if (!outcome.ok || page() !== before || isOwn) return;
    const { submission, state } = outcome.value.meta;
    if (submission !== null || state !== 'open') void load();
  };
  addEventListener('pageshow', back, { signal });
}

/** For unsent answers that are stored nowhere else, the browser asks for confirmation before the page is left. */
function warnBeforeLeaving({ view, signal }: SessionTools, { isStored }: Drafts): void {
  const hasUnsent = computed(() => {
    const shown = view.value;
    return shown.kind === 'form' && !shown.preview && !isStored.value && isUnsent(shown.form);
  });
  const ask = (event: Event) => event.preventDefault();
  const end = effect(() => {
    if (!hasUnsent.value) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
  signal.addEventListener('abort', end);
}

/** Prefilled answers come from the host's page again, so they are not unsent. */
const isUnsent = ({ submission, correcting, progress, order }: Form): boolean =>
  (submission.value.kind !== 'accepted' || correcting.value) &&
  progress.value.answered > 0 &&
  order.some(({ entry }) => entry.value !== null && !prefilled.has(entry.value));

/** Reads numbers that were typed before the reader was loaded. Runs first, because sending may be next. */
function readEarlyNumbers({ page, speech }: SessionTools): void {
  const form = page()?.form;
  for (const { question, entry } of form?.order ?? []) {
    const typed = entry.peek();
    if (question.type !== 'number' || typed?.kind !== 'unreadable') continue;
    const reading = readNumber(typed.typed, speech.peek().locale);
    if (reading) form?.setAnswer(question.id, { kind: 'number', text: reading.decimal });
  }
}

/** Milliseconds for a host, which may have to ask its own server, or the visitor. */
const PATIENCE = 30_000;

/** Renews a token through the host, or our own tokens through the proxy, unnoticed by the applicant. */
export function createRenewal({ host, access }: Pick<SessionTools, 'host' | 'access'>): Renewal {
  let renewing: Promise<Trouble | null> | null = null;

  /** Several uploads may find the token expired at once, but a new one is requested only once. */
  function renew(trouble: Trouble): Promise<Trouble | null> {
    const ask = () => (host.settings().token === null ? askProxy() : askHost(trouble));
    renewing ??= within(ask, 2 * PATIENCE).finally(() => {
      renewing = null;
    });
    const asking = renewing;
    return within(() => asking, PATIENCE);
  }

  /** A slow host is not asked again while a second request waits; a late token is used from then on. */
  async function within(run: () => Promise<Trouble | null>, patience: number): Promise<Trouble | null> {
    const outcome = await inTime(run, patience);
    return outcome.ok ? outcome.value : outcome.error;
  }

  /** The proxy knows whose the old token was, so what was sent or uploaded with it stays theirs. */
  const askProxy = () => access.open().then((session) => (session.ok ? null : session.error));

  async function askHost(trouble: Trouble): Promise<Trouble | null> {
    const expired = access.connection().token;
    const isLeft = async () => (await host.stays?.()) === false;
    // By then the host's token may be for another form, or the host may have set a new token itself.
    if (await isLeft()) return trouble;
    if (access.connection().token !== expired) return null;
    const { renewToken } = host.settings();
    if (renewToken === null) return trouble;
    const given: unknown = await Promise.resolve()
      .then(renewToken)
      .catch(() => null);
    if (typeof given !== 'string' || !tokenText.test(given) || (await isLeft())) return trouble;
    access.use(given.trim());
    return null;
  }

  return {
    renew,
    async authorised(run) {
      let outcome = await run(access.connection());
      if (!outcome.ok && failureOf(outcome.error).code === 'token_expired') {
        const trouble = await renew(outcome.error);
        // The host should have provided another token.
        if (trouble === outcome.error) tellRenewal(host);
        outcome = trouble === null ? await run(access.connection()) : failure(trouble);
      }
      if (outcome.ok) return outcome;
      const reason = failureOf(outcome.error);
      if (reason.code === 'blocked') tellBlocked(host, outcome.error);
      return failure(reason);
    },
  };
}

/** Excludes the page that a host's server returns for an address that it does not know. */
const tokenText = /^\s*[\w.-]+\s*$/;

/** Share of its life after which a token is renewed; and milliseconds between checks. */
const [SHARE, LOOK] = [0.8, 5_000];

/** Renews a token before it expires while the page is in use, so that it is not found expired when *send* is pressed. */
export function renewInTime(
  tools: Pick<FillingTools, 'host' | 'view' | 'page' | 'renewal' | 'signal'>,
): void {
  const { host, view, page, renewal, signal } = tools;
  let due = Number.POSITIVE_INFINITY;

  /** On the page's monotonic clock, which clock changes do not affect. */
  function plan(): void {
    const seconds = page()?.meta.expiresIn ?? null;
    if (seconds !== null) due = performance.now() + seconds * SHARE * 1000;
  }

  async function check(): Promise<void> {
    const { token, renewToken } = host.settings();
    if (performance.now() < due || document.hidden) return;
    due = Number.POSITIVE_INFINITY;
    const canRenew = token === null || renewToken !== null;
    // Assumes that the new token lives as long as the old one.
    if (canRenew && (await renewal.renew(plainFailure('token_expired'))) === null) plan();
  }

  const end = effect(() => {
    const shown = view.value;
    if (shown.kind === 'form' && !shown.preview) plan();
  });
  const timer = setInterval(check, LOOK);
  signal.addEventListener('abort', () => {
    end();
    clearInterval(timer);
  });
  document.addEventListener('visibilitychange', check, { signal });
  addEventListener('pageshow', check, { signal });
}
