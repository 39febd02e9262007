/** All that the applicant reads and hears of stored answers and of what waits to be sent, and can press about it. */

import type { DraftStatus, StatusLine, WritableForm } from '../../form/contract.ts';
import { computed, signal } from '../../form/signals.ts';
import type { DraftKey } from '../../locale/catalogue.ts';
import { enDraft } from '../../locale/en-draft.ts';
import { createMessages } from '../../locale/messages.ts';
import { showBox } from '../../ui/focus/focus-field.ts';
import { formRootOf } from '../host/mount-target.ts';
import type { DraftTools } from './draft.ts';
import type { Drafts } from './drafts.ts';
import type { Waiting } from './waiting.ts';

/** What is new to those who hear the form; `saved`: where it is saved. */
export type News = PlainKey | 'saved' | null;

type Question = 'clear' | 'replace' | 'forget';
type PlainKey = Exclude<DraftKey, 'draft.until'>;

export class Status implements DraftStatus {
  readonly line = computed(() => this.#line());
  readonly notice = computed(() => this.#notice());
  readonly announcement = computed(() => this.#waitingText() ?? this.#newsText());
  readonly #tools: DraftTools;
  readonly #drafts: Drafts;
  readonly #form: WritableForm;
  readonly #waiting: Waiting;
  readonly #asking = signal<Question | null>(null);
  /** Read where it is drawn, so that changing the language redraws it. */
  readonly #messages = computed(() => {
    const { locale, words } = this.#tools.speech.value;
    return createMessages<DraftKey>(locale, words ?? enDraft, this.#tools.host.settings().messages);
  });
  /** What is being sent or was accepted cannot be withdrawn. */
  readonly #mayAct = computed(() => {
    const { correcting, submission } = this.#form;
    return !correcting.value && /^(editing|failed)$/.test(submission.value.kind);
  });

  constructor(tools: DraftTools, drafts: Drafts, form: WritableForm, waiting: Waiting) {
    this.#tools = tools;
    this.#drafts = drafts;
    this.#form = form;
    this.#waiting = waiting;
  }

  #line(): StatusLine | null {
    const { isOnline } = this.#drafts;
    const asking = this.#mayAct.value && this.#asking.value;
    if (asking === 'clear' && !this.#isBack()) return this.#askClear();
    if (asking === 'replace')
      return this.#ask('draft.replace', 'draft.instead', 'draft.cancel', () => this.#drafts.keep());
    const waiting = this.#form.submission.value.kind === 'failed' ? this.#waitingText() : null;
    const isWaiting = waiting !== null;
    const saved = [!isOnline.value && this.#say('draft.offline'), this.#savedText()].filter(Boolean);
    const text = waiting ?? saved.join(' ');
    return text ? { text, buttons: this.#buttons(), isWaiting } : null;
  }

  #buttons(): StatusLine['buttons'] {
    const { isStored, onDevice } = this.#drafts;
    const keep = () => this.#drafts.keep();
    if (!this.#mayAct.value || !isStored.value) return [];
    const place = onDevice.value;
    const mayKeep = place !== null && this.#tools.host.settings().draft === 'on';
    const keeping =
      typeof place === 'number'
        ? this.#button('draft.end', () => this.#drafts.release())
        : this.#button('draft.keep', place === 'another' ? this.#turnTo('replace') : keep);
    // Where the draft was restored, the line is above the questions.
    return [...(mayKeep ? [keeping] : []), ...(this.#isBack() ? [] : [this.#clearButton()])];
  }

  #clearButton() {
    return this.#button('draft.clear', this.#turnTo('clear'));
  }

  #isBack(): boolean {
    const { restored, onDevice, news } = this.#drafts;
    return restored.value === this.#form && onDevice.value !== 'another' && news.value !== 'draft.over';
  }

  #notice(): StatusLine | null {
    const { onDevice, news } = this.#drafts;
    const goOn = () => this.#drafts.goOn(this.#form);
    const forget = () => this.#drafts.forget();
    const asking = this.#asking.value;
    if (!this.#mayAct.value) return null;
    if (asking === 'clear' && this.#isBack()) return this.#askClear();
    if (asking === 'forget')
      return this.#ask('draft.askAnew', 'draft.yes', 'draft.no', () => this.#begin(forget));
    if (onDevice.value === 'another')
      return {
        text: this.#say('draft.found'),
        buttons: [this.#button('draft.goOn', goOn), this.#button('draft.anew', this.#turnTo('forget'))],
      };
    if (news.value === 'draft.over') return { text: this.#say('draft.over'), buttons: [] };
    return this.#isBack() ? { text: this.#say('draft.back'), buttons: [this.#clearButton()] } : null;
  }

  #askClear(): StatusLine {
    const about = this.#waiting.mayBeThere.value ? 'draft.askSent' : 'draft.ask';
    return this.#ask(about, 'draft.yes', 'draft.no', () => {
      this.#begin(() => this.#drafts.clear(this.#form));
      // The next applicant may be a different person.
      this.#tools.host.forgetOthers?.();
    });
  }

  /** What was pressed is no longer there, and the form begins again. */
  #begin(remove: () => void): void {
    const { element } = this.#tools.host;
    const form = element && formRootOf(element).querySelector('form');
    remove();
    this.#drafts.news.value = 'draft.cleared';
    if (form) showBox(form);
  }

  #ask(about: PlainKey, yes: PlainKey, no: PlainKey, act: () => unknown): StatusLine {
    const confirm = () => {
      this.#asking.value = null;
      act();
    };
    const buttons = [this.#button(yes, confirm), this.#button(no, this.#turnTo(null))];
    return { text: this.#say(about), buttons, isQuestion: true };
  }

  #turnTo(question: Question | null) {
    return () => {
      this.#asking.value = question;
      this.#drafts.news.value = null;
    };
  }

  #button(key: PlainKey, press: () => unknown) {
    return { text: this.#say(key), press: () => void press() };
  }

  #say(key: PlainKey): string {
    return this.#messages.value.text(key);
  }

  #savedText(): string {
    const { isStored, onDevice, news } = this.#drafts;
    const until = onDevice.value;
    if (isStored.value === false) return this.#say('draft.not');
    if (!isStored.value) return '';
    if (typeof until === 'number') return this.#untilText(until);
    if (news.value === 'draft.unkept') return this.#say('draft.unkept');
    return this.#say(this.#isOnDevice() ? 'draft.here' : 'draft.tab');
  }

  /** The day in the applicant's time zone. */
  #untilText(until: number): string {
    const { locale, text } = this.#messages.value;
    const day = new Date(until).toLocaleDateString(locale, { dateStyle: 'long', calendar: 'gregory' });
    return text('draft.until', { date: day });
  }

  /** Why what failed goes again by itself, and whether the page may be left meanwhile. */
  #waitingText(): string | null {
    const reason = this.#waiting.reason.value;
    const mayLeave = this.#drafts.isStored.value === true && this.#isOnDevice();
    const why = reason === 'long' && !mayLeave ? 'unreached' : reason;
    return why && this.#messages.value.text(`wait.${why}`);
  }

  #isOnDevice(): boolean {
    const place = this.#drafts.onDevice.value;
    return place === null ? this.#tools.host.settings().draft !== 'session' : typeof place === 'number';
  }

  #newsText(): string | null {
    const news = this.#drafts.news.value;
    return news === 'saved' ? this.#savedText() : news && this.#say(news);
  }
}
