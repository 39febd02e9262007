/**
 * Functions that run inside the examined page: each is sent there as text, so it uses nothing outside itself. They only
 * listen and read; the page behaves the same.
 */

export interface SeenElement {
  readonly name: 'script' | 'apply-form' | 'iframe' | 'meta';
  readonly attributes: Readonly<Record<string, string>>;
  /** As the browser resolved it. */
  readonly address: string;
  readonly hasContent: boolean;
  readonly loading: 'loaded' | 'failed' | 'unknown';
  readonly state: string | null;
  readonly codes: readonly string[];
  readonly questions: number | null;
}

export interface SeenPage {
  readonly elements: readonly SeenElement[];
  readonly isDefined: boolean;
  readonly hasNoscript: boolean;
  readonly violations: readonly {
    readonly directive: string;
    readonly blocked: string;
    readonly policy: string;
  }[];
}

/** Stored on the page from its very start. */
interface Watch {
  readonly roots: ShadowRoot[];
  readonly codes: WeakMap<object, string[]>;
  readonly questions: WeakMap<object, number>;
  readonly loading: WeakMap<object, 'loaded' | 'failed'>;
  readonly violations: { directive: string; blocked: string; policy: string }[];
  elements: Element[];
}

declare global {
  interface Window {
    applyFormDoctor?: Watch;
  }
}

/** Runs before the page's own scripts, so that no event is missed. */
export function watchPage(): void {
  const watch: Watch = {
    roots: [],
    codes: new WeakMap(),
    questions: new WeakMap(),
    loading: new WeakMap(),
    violations: [],
    elements: [],
  };
  Object.defineProperty(window, 'applyFormDoctor', { value: watch, enumerable: false });
  const sourceOf = (event: Event) => event.composedPath()[0] ?? window;
  const detailOf = (event: Event, name: string): unknown =>
    event instanceof CustomEvent ? event.detail?.[name] : undefined;
  // Listens in each shadow root: outside a closed one, an event does not show which element it comes from.
  const listen = (root: Document | ShadowRoot): void => {
    root.addEventListener('load', (event) => watch.loading.set(sourceOf(event), 'loaded'), true);
    root.addEventListener('error', (event) => watch.loading.set(sourceOf(event), 'failed'), true);
    root.addEventListener('apply-error', (event) => {
      const source = sourceOf(event);
      watch.codes.set(source, [...(watch.codes.get(source) ?? []), String(detailOf(event, 'code'))]);
    });
    root.addEventListener('apply-ready', (event) => {
      const list = detailOf(event, 'questions');
      if (Array.isArray(list)) watch.questions.set(sourceOf(event), list.length);
    });
  };
  listen(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = attach.call(this, options);
    watch.roots.push(root);
    listen(root);
    return root;
  };
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.disposition === 'enforce')
      watch.violations.push({
        directive: event.effectiveDirective,
        blocked: event.blockedURI,
        policy: event.originalPolicy,
      });
  });
}

/** All our elements that are on the page now, including those in shadow roots of its components. */
export function lookAround(): SeenPage {
  const watch = window.applyFormDoctor;
  const names = ['script', 'apply-form', 'iframe', 'meta'] as const;
  const elements: Element[] = [];
  const search = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (names.some((name) => name === element.localName)) elements.push(element);
      // A closed root can only be captured at the moment it is created.
      const shadow = element.shadowRoot ?? watch?.roots.find((each) => each.host === element);
      if (shadow && element.localName !== 'apply-form') search(shadow);
    }
  };
  search(document);
  if (watch) watch.elements = elements;
  const addressOf = (element: Element): string => {
    if (element instanceof HTMLScriptElement || element instanceof HTMLIFrameElement) return element.src;
    return '';
  };
  const attributesOf = (element: Element): Record<string, string> => {
    const attributes = Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));
    // The browser hides the nonce from style sheets, and therefore from its attribute.
    if (element instanceof HTMLElement && element.nonce) attributes['nonce'] = element.nonce;
    return attributes;
  };
  const hasContent = (element: Element): boolean =>
    element.children.length > 0 || (element.textContent ?? '').trim() !== '';
  return {
    elements: elements.flatMap((element) => {
      const name = names.find((each) => each === element.localName);
      if (name === undefined) return [];
      const seen = {
        name,
        attributes: attributesOf(element),
        address: addressOf(element),
        hasContent: hasContent(element),
        loading: watch?.loading.get(element) ?? ('unknown' as const),
        state: element.getAttribute('data-state'),
        codes: watch?.codes.get(element) ?? [],
        questions: watch?.questions.get(element) ?? null,
      };
      return [seen];
    }),
    isDefined: customElements.get('apply-form') !== undefined,
    hasNoscript: document.querySelector('noscript') !== null,
    violations: watch?.violations ?? [],
  };
}

/** A lazy iframe loads only when it comes near the window. */
export function bringIntoView(): void {
  for (const element of window.applyFormDoctor?.elements ?? [])
    if (element.localName !== 'meta' && element.localName !== 'script')
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Which of the elements that `lookAround` listed this one is. */
export function indexOfElement(element: Node): number {
  return (window.applyFormDoctor?.elements ?? []).findIndex((each) => each.isSameNode(element));
}
