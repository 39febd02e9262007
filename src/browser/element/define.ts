/**
 * The element `<apply-form>`. Importing this file registers nothing: `defineApplyForm` does.
 * The element only translates: attributes and properties to settings, the session's view to a shadow root,
 * its events to CustomEvents. When it is removed, it removes whatever it attached.
 */

import { questionId } from '../../core/model/ids.ts';
import { explainQuestion, type QuestionExplanation } from '../../form/explain-question.ts';
import { computed, type ReadonlySignal, type Signal, signal } from '../../form/signals.ts';
import {
  type AttributeName,
  attributeNames,
  type FormEventMap,
  type FormEventName,
  nothingRich,
  propertyOf,
  type RichSettings,
  readSettings,
  type Settings,
  source,
} from '../host/host.ts';
import { formRootOf } from '../host/mount-target.ts';
import { browserTransport, type Session, type Transport } from '../session/session.ts';
import { Forms } from './forms.ts';
import { mountView } from './mount-view.ts';

/** Changing one of these opens a different form. */
const formAttributes: readonly string[] = ['job', 'posting', 'tenant', 'mode', 'token', 'endpoint'];

const documentProperties: readonly string[] = ['document', 'semantics'];

/** Frameworks render pages on a server first, where there are no elements: importing this must not fail there. */
const Element: typeof HTMLElement = globalThis.HTMLElement ?? class {};

type Writable<All> = { -readonly [Name in keyof All]: All[Name] };

/** Properties equal their attributes, or carry values that no attribute can; `lang` belongs to every element. */
export interface ApplyFormElement
  extends Record<Exclude<keyof Settings, 'lang' | 'headingLevel'>, string | null>,
    Writable<RichSettings> {
  headingLevel: string | number | null;
}

export class ApplyFormElement extends Element {
  static get observedAttributes(): readonly string[] {
    return attributeNames;
  }

  /** @internal How elements that are created later reach the proxy; tests replace it. */
  declare static transport: Transport;

  /** @internal Values that only a property can carry. */
  readonly rich: Signal<RichSettings> = signal(nothingRich);
  /** @internal Puts the element back if something other than its host removed it. */
  comeBack = (): void => {};
  readonly #attributesVersion = signal(0);
  readonly #settings: ReadonlySignal<Settings & RichSettings> = computed(() => {
    this.#attributesVersion.value;
    return { ...readSettings((name) => read(this, name), source.endpoint), ...this.rich.value };
  });
  readonly #shown: Signal<Session | null> = signal(null);
  #forms: Forms | null = null;
  #unmount = () => {};

  connectedCallback(): void {
    takeEarlyProperties(this);
    // The surrounding page may decide the language.
    this.#attributesVersion.value += 1;
    // The element is still connected: it was only moved.
    if (this.#forms) this.session?.filling.peek()?.moved();
    else this.#start();
  }

  /** Moving an element removes and inserts it within one task, so the form ends only if the element stays out. */
  disconnectedCallback(): void {
    queueMicrotask(() => this.isConnected || this.comeBack());
    setTimeout(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  attributeChangedCallback(name: AttributeName): void {
    const setting = propertyOf(name);
    const before = this.#settings.peek()[setting];
    this.#attributesVersion.value += 1;
    // A host that re-renders its page sets properties to the value they already have.
    if (this.#settings.peek()[setting] === before) return;
    if (formAttributes.includes(name)) this.#forms?.changed();
    else if (name === 'lang') this.session?.translate();
  }

  /** Validates, then sends. */
  submit(): void {
    this.session?.actions.send();
  }

  /** Shows every error; returns the questions that cannot be sent as they are. */
  validate(): readonly string[] {
    return this.session?.validate() ?? [];
  }

  /** Empties the form unless it has been sent, and deletes the forms of other jobs. */
  reset(): void {
    this.#forms?.reset();
  }

  focusFirstError(): void {
    void this.session?.prepare().then((filling) =>
      // Deferred, because the errors just found are not drawn yet, and a new summary takes focus.
      queueMicrotask(() => filling?.parts.focusFirstError(formRootOf(this))),
    );
  }

  /** Why a question is shown or hidden now; null when the form has no such question. */
  explain(question: string): QuestionExplanation | null {
    const form = this.session?.form ?? null;
    return form && explainQuestion(form, questionId(question));
  }

  /** @internal The session of the displayed form; null while the element is not on a page. */
  get session(): Session | null {
    return this.#shown.value;
  }

  #start(): void {
    const settings = () => this.#settings.peek();
    const { transport } = ApplyFormElement;
    this.#forms = new Forms({
      settings,
      emit: (name, detail) => {
        const cancelable = name === 'apply-before-submit';
        return this.dispatchEvent(
          new CustomEvent(name, { bubbles: true, composed: true, cancelable, detail }),
        );
      },
      transport,
      element: this,
      warn,
      whenIdle,
      draw: (session, takesFocus) => {
        this.#unmount();
        this.#shown.value = session;
        this.#unmount = mountView(this, session, this.#settings, takesFocus);
      },
    });
  }

  #stop(): void {
    this.#unmount();
    this.#forms?.stop();
    this.#forms = null;
    this.#shown.value = null;
  }

  /** @internal */
  setRich(name: string, value: unknown): void {
    // Preact takes a property away by setting it to ''.
    this.rich.value = { ...this.rich.peek(), [name]: value || Reflect.get(nothingRich, name) };
    // A different document to display.
    if (documentProperties.includes(name) && this.#settings.peek().mode === 'preview')
      void this.session?.load();
    if (name === 'prefill') void this.session?.fillIn();
  }
}

const warned = new Set<string>();

/** Writes each sentence to the console once on a page. */
function warn(sentence: string): void {
  if (!warned.has(sentence)) console.warn(`<apply-form> ${sentence}`);
  warned.add(sentence);
}

/** Milliseconds after which a page that draws or computes without a pause counts as idle. */
const NEVER_IDLE = 2_000;

/** Runs once the host's own files have loaded. Safari has no `requestIdleCallback`. */
function whenIdle(act: () => void): void {
  const wait = () => window.requestIdleCallback?.(act, { timeout: NEVER_IDLE }) ?? setTimeout(act);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/** Without a `lang` of its own, a form uses the language of the surrounding page. */
const read = (element: Element, name: AttributeName): string | null =>
  (name === 'lang' ? element.closest('[lang]') : element)?.getAttribute(name) ?? null;

function defineProperty(
  name: string,
  get: (element: ApplyFormElement) => unknown,
  set: (element: ApplyFormElement, value: unknown) => void,
): void {
  Object.defineProperty(ApplyFormElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get() {
      return get(this);
    },
    set(value) {
      set(this, value);
    },
  });
}

// Not in a static block or field, which older browsers cannot read, so that they could not say that they are too old.
ApplyFormElement.transport = browserTransport;
for (const name of attributeNames) {
  // `lang` is every element's own.
  if (name === 'lang') continue;
  const get = (element: Element) => element.getAttribute(name);
  defineProperty(propertyOf(name), get, (element, value) => {
    if (value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  });
}
for (const name in nothingRich) {
  const get = ({ rich }: ApplyFormElement) => Reflect.get(rich.peek(), name);
  defineProperty(name, get, (element, value) => element.setRich(name, value));
}

/** Properties set before the script loaded hide the accessors, so they are set again. */
function takeEarlyProperties(element: ApplyFormElement): void {
  for (const name of Object.getOwnPropertyNames(element)) {
    if (!Object.hasOwn(ApplyFormElement.prototype, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}

/** Registers the element; safe to call when it is registered already, even by another copy. */
export function defineApplyForm(name = 'apply-form'): void {
  if (!customElements.get(name)) customElements.define(name, ApplyFormElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'apply-form': ApplyFormElement;
  }
  /** On every element, because the events bubble, and `frame.js` sends them on an iframe. */
  interface HTMLElementEventMap extends FormEventMap {}
}

/** Every property of the element; what is left out stays as it is. */
export type MountOptions = Optional<Settings & RichSettings>;

export interface MountedForm {
  readonly element: ApplyFormElement;
  update(options: MountOptions): void;
  destroy(): void;
}

/** A page's own HTML never has this attribute. */
const MARK = 'data-applied';
let count = 0;

/**
 * @internal Puts the form back after a page has refreshed itself with fresh HTML, which removes our mark together with the form. A
 * host that removes the form on purpose leaves the mark.
 */
export function stayIn(owner: Element, form: ApplyFormElement, put: () => void): void {
  // Otherwise the page would treat it as another form.
  form.id ||= `apply-form-${++count}`;
  const mark = () => owner.toggleAttribute(MARK, true);
  mark();
  form.comeBack = () => {
    if (!owner.isConnected || owner.hasAttribute(MARK)) return;
    put();
    // Other forms of the same owner look for it first.
    queueMicrotask(mark);
  };
}

/**
 * Creates the element by script instead of HTML.
 *
 * @param target the element that receives the form, or its selector
 */
export function mount(target: Element | string, options: MountOptions = {}): MountedForm {
  const container = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(container instanceof Element))
    throw new TypeError(`ApplyForm.mount: there is no element ${String(target)}`);
  defineApplyForm();
  const element = document.createElement('apply-form');
  Object.assign(element, options);
  const put = () => container.append(element);
  put();
  stayIn(container, element, put);
  return {
    element,
    update: (changed) => void Object.assign(element, changed),
    destroy() {
      element.comeBack = () => {};
      element.remove();
    },
  };
}

/** Names spelled differently in the two forms, and `lang`, which every element has. */
type Rest = 'heading-level' | 'headingLevel' | 'lang';

type Heading = Settings['headingLevel'] | `${number}`;

/** `onapply-ready` and so on: React 19 and Preact both listen to whatever follows `on`, letter by letter. */
type Listeners = {
  readonly [Name in FormEventName as `on${Name}`]?: ((event: FormEventMap[Name]) => void) | undefined;
};

/** What can be written on `<apply-form …>` in JSX: attributes, properties and listeners. */
export type ApplyFormProperties = Listeners &
  Optional<Omit<Settings, Rest>> &
  Optional<RichSettings> & { readonly [Name in Exclude<Rest, 'lang'>]?: Heading | undefined };

type Optional<All> = { readonly [Name in keyof All]?: All[Name] | undefined };
