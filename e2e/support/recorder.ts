/**
 * Records what a screen reader tells an applicant: the words of live regions in every shadow root, and where the focus
 * moves, by a key or without one.
 */
import type { Page } from 'playwright/test';

/**
 * - `said`: a live region has new words.
 * - `came`: a live region was added together with its words, which many screen readers do not read out.
 * - `moved`: Tab or an arrow key moved the focus to this element.
 * - `focus`: the focus moved to this element without a key.
 * - `back`: the same, because the element that had the focus was removed.
 * - `lost`: the element that had the focus was removed, and no element has it now.
 * - `changed`: questions appeared or disappeared; the text is the sentence that should announce it.
 */
type Kind = 'said' | 'came' | 'moved' | 'focus' | 'back' | 'lost' | 'changed';

export interface Entry {
  readonly kind: Kind;
  readonly text: string;
}

/** Milliseconds in which all pending announcements are made. The announcer waits less (`ui/announcer.ts`). */
const PAUSE = 1_300;

export class Recorder {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Must be called before the page is opened: it installs a clock in the page, which `step` advances. */
  static async before(page: Page): Promise<Recorder> {
    await page.addInitScript(listen);
    await page.clock.install();
    return new Recorder(page);
  }

  /** Returns everything that was announced and focused from the act until no announcement is pending. */
  async step(act: () => Promise<unknown>): Promise<readonly Entry[]> {
    await act();
    await this.#page.clock.runFor(PAUSE);
    return this.#page.evaluate<Entry[]>('applyFormRecord.take()');
  }
}

/** Runs in each frame of the page. */
function listen(): void {
  const entries: Entry[] = [];
  let isMoving = false;

  const record = { take: () => entries.splice(0) };
  Object.assign(globalThis, { applyFormRecord: record });

  const regions = '[role=status], [role=alert], [aria-live]:not([aria-live=off])';
  const wordsOf = (node: Node): string => node.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const elementOf = (node: Node): Element | null =>
    node instanceof Element ? node : (node.parentElement ?? null);

  function onMutations(mutations: readonly MutationRecord[]): void {
    const said = new Set<Node>();
    for (const { type, target, addedNodes } of mutations) {
      const isInside = elementOf(target)?.closest(regions);
      const changed = type === 'characterData' ? [target] : [...addedNodes];
      for (const node of changed) {
        if (said.has(node) || wordsOf(node) === '') continue;
        said.add(node);
        if (isInside) entries.push({ kind: 'said', text: wordsOf(node) });
        else if (node instanceof Element) noteArrived(node);
      }
    }
  }

  function noteArrived(node: Element): void {
    const arrived = [...(node.matches(regions) ? [node] : []), ...node.querySelectorAll(regions)];
    for (const region of arrived)
      if (wordsOf(region) !== '') entries.push({ kind: 'came', text: wordsOf(region) });
  }

  function nameOf(target: EventTarget | undefined): string {
    if (!(target instanceof HTMLElement)) return 'nothing';
    const question = target.closest('[data-question-id]')?.getAttribute('data-question-id');
    const label = target.closest('label') ?? target.getAttribute('aria-label') ?? target.textContent;
    const words = typeof label === 'string' ? label : wordsOf(label ?? target);
    const type = target.getAttribute('type') ?? target.getAttribute('part') ?? target.localName;
    return [question, type, words.replace(/\s+/g, ' ').trim().slice(0, 60)].filter(Boolean).join(' · ');
  }

  let last: EventTarget | undefined;

  function onFocus(event: Event): void {
    const target = event.composedPath()[0];
    if (target === last) return;
    const isGone = last instanceof Element && !last.isConnected;
    const kind = isGone ? 'back' : isMoving ? 'moved' : 'focus';
    entries.push({ kind, text: nameOf(target) });
    last = target;
  }

  function onBlur(): void {
    setTimeout(() => {
      if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return;
      entries.push({ kind: 'lost', text: nameOf(last) });
      last = document.body;
    }, 100);
  }

  function watch(root: Document | ShadowRoot): void {
    new MutationObserver(onMutations).observe(root, { childList: true, characterData: true, subtree: true });
    // Focus events within a shadow root do not leave it.
    root.addEventListener('focusin', onFocus);
    root.addEventListener('focusout', onBlur);
  }

  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };
  watch(document);
  const onKey = ({ type, key }: KeyboardEvent) => {
    isMoving = type === 'keydown' && (key === 'Tab' || key.startsWith('Arrow'));
  };
  // Capturing, because the form stops these events.
  for (const type of ['keydown', 'keyup'] as const) addEventListener(type, onKey, true);
  addEventListener('apply-visibility', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const { shown, hidden, cause }: { shown: string[]; hidden: string[]; cause: string } = event.detail;
    const element = event.target instanceof Element ? event.target : document.body;
    const block = (element.querySelector('apply-form-root') ?? element.shadowRoot ?? element).querySelector(
      `[data-question-id="${cause}"]`,
    );
    const title = wordsOf(block?.querySelector('[part~=label]') ?? document.createTextNode(cause));
    const count = (ids: string[], verb: string) =>
      ids.length > 0 ? [`${ids.length} question${ids.length > 1 ? 's' : ''} ${verb} after “${title}”`] : [];
    const text = [...count(shown, 'added'), ...count(hidden, 'removed')].join('. ');
    entries.push({ kind: 'changed', text });
  });
}
