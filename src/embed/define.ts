/**
 * The element `<apply-form>` (DOORS, "HTML"). Importing this file registers nothing: `defineApplyForm` does.
 * The element only translates: attributes and properties to settings, the session's view to a shadow root,
 * its events to CustomEvents. What it attaches it takes away when it is removed.
 */

import { explainQuestion, type QuestionExplanation } from '../form/explain-question.ts';
import { computed, type ReadonlySignal, type Signal, signal } from '../form/signals.ts';
import { questionId } from '../model/ids.ts';
import { defaultEndpoint } from './endpoint.ts';
import type { FormEventName, FormEvents } from './form-events.ts';
import { type Mounted, mountView } from './mount-view.ts';
import { Session } from './session.ts';
import {
  attributeNames,
  attributeProperties,
  type RichSettings,
  readSettings,
  type Settings,
} from './settings.ts';
import { browserTransport, type Transport } from './transport.ts';

/** What a token, an address or a job is for: another one may open a form that could not be opened. */
const accessAttributes: readonly string[] = ['job', 'tenant', 'token', 'endpoint'];

const nothingRich: RichSettings = {
  document: null,
  semantics: null,
  messages: null,
  renewToken: null,
  titled: false,
};

export class ApplyFormElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = attributeNames;
  /** How elements that are yet to be shown reach the proxy; tests hand in another one. */
  static transport: Transport = browserTransport;

  // Each carries the same as its attribute; the accessors are defined below, from the one table.
  declare job: string | null;
  declare tenant: string | null;
  declare token: string | null;
  declare endpoint: string | null;
  declare theme: string | null;
  declare isolation: string | null;
  declare draft: string | null;
  declare source: string | null;
  declare mode: string | null;
  declare headingLevel: string | number | null;

  readonly #rich: Signal<RichSettings> = signal(nothingRich);
  readonly #attributesVersion = signal(0);
  readonly #settings: ReadonlySignal<Settings & RichSettings> = computed(() => {
    this.#attributesVersion.value;
    return { ...readSettings((name) => this.getAttribute(name), defaultEndpoint()), ...this.#rich.value };
  });
  #session: Session | null = null;
  #mounted: Mounted | null = null;

  connectedCallback(): void {
    takeEarlyProperties(this);
    // Still there: it was only moved.
    if (this.#session === null) this.#start();
  }

  /** Moving an element takes it out and puts it back within one task: only what stays out is over. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    this.#attributesVersion.value += 1;
    if (accessAttributes.includes(name)) this.#session?.renew();
    else if (name === 'mode') void this.#session?.load();
  }

  get document(): unknown {
    return this.#rich.peek().document;
  }
  set document(document: unknown) {
    this.#set({ document });
    this.#preview();
  }

  get semantics(): RichSettings['semantics'] {
    return this.#rich.peek().semantics;
  }
  set semantics(semantics: RichSettings['semantics']) {
    this.#set({ semantics });
    this.#preview();
  }

  get messages(): RichSettings['messages'] {
    return this.#rich.peek().messages;
  }
  set messages(messages: RichSettings['messages']) {
    this.#set({ messages });
  }

  get renewToken(): RichSettings['renewToken'] {
    return this.#rich.peek().renewToken;
  }
  set renewToken(renewToken: RichSettings['renewToken']) {
    this.#set({ renewToken });
  }

  get titled(): boolean {
    return this.#rich.peek().titled;
  }
  set titled(titled: boolean) {
    this.#set({ titled });
  }

  /** Validates, then sends. */
  submit(): void {
    this.#session?.actions.send();
  }

  /** Says every error; returns the questions that cannot be sent as they are. */
  validate(): readonly string[] {
    return this.#session?.validate() ?? [];
  }

  /** Empties the form, unless it has been sent. */
  reset(): void {
    this.#session?.reset();
  }

  focusFirstError(): void {
    const field = this.#session?.firstError();
    if (field !== undefined) this.#mounted?.focusField(field);
  }

  /** Why a question is shown or hidden now; null when the form has no such question. */
  explain(question: string): QuestionExplanation | null {
    const form = this.#session?.form ?? null;
    return form && explainQuestion(form, questionId(question));
  }

  /** What the inspector looks at; null while the element is not on a page. */
  get session(): Session | null {
    return this.#session;
  }

  #start(): void {
    const session = new Session({
      settings: () => this.#settings.peek(),
      emit: (name, detail) => this.#emit(name, detail),
      transport: ApplyFormElement.transport,
      warn: (sentence) => console.warn(`<apply-form> ${sentence}`),
    });
    this.#session = session;
    this.#mounted = mountView(this, session, this.#settings);
    // Later: what creates the element sets its properties and attributes one after the other.
    queueMicrotask(() => {
      if (this.#session === session) void session.load();
    });
  }

  #stop(): void {
    this.#mounted?.unmount();
    this.#session?.stop();
    this.#mounted = null;
    this.#session = null;
  }

  #set(rich: Partial<RichSettings>): void {
    this.#rich.value = { ...this.#rich.peek(), ...rich };
  }

  /** Another document to look at. */
  #preview(): void {
    if (this.#settings.peek().mode === 'preview') void this.#session?.load();
  }

  #emit<Name extends FormEventName>(name: Name, detail: FormEvents[Name]): boolean {
    const cancelable = name === 'apply-before-submit';
    return this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable, detail }));
  }
}

for (const [attribute, property] of Object.entries(attributeProperties)) {
  // `lang` is every element's own.
  if (property !== 'lang')
    Object.defineProperty(ApplyFormElement.prototype, property, attributeAccessor(attribute));
}

function attributeAccessor(attribute: string): PropertyDescriptor & ThisType<HTMLElement> {
  return {
    configurable: true,
    enumerable: true,
    get() {
      return this.getAttribute(attribute);
    },
    set(value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, String(value));
    },
  };
}

/** Properties that were set before the script had come hide the accessors: they are set once more. */
function takeEarlyProperties(element: ApplyFormElement): void {
  for (const name of propertyNames) {
    if (!Object.hasOwn(element, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}

const propertyNames = [...Object.values(attributeProperties), ...Object.keys(nothingRich)];

/** Registers the element; harmless when it is registered already, by another copy too. */
export function defineApplyForm(name = 'apply-form'): void {
  if (customElements.get(name) === undefined) customElements.define(name, ApplyFormElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'apply-form': ApplyFormElement;
  }
}
