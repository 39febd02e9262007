/** What both pages offer to the bench: the form is shown on demand, and looked at. */
import type { BenchForm, QuestionDocument } from '../forms/question-resource.ts';
import { describeMarkup } from './describe-markup.ts';

export interface ShownForm {
  readonly root: ShadowRoot | HTMLElement;
  /** How often conditions were evaluated; null where they are not counted. */
  readonly evaluations: () => number | null;
}

type Show = (host: HTMLElement, document: QuestionDocument, containment: boolean) => ShownForm;

export interface BenchWindow {
  /** Fetches the form without showing it, so that neither page's heap is charged for it. */
  load(name: string): Promise<void>;
  /** @returns milliseconds from the call to the end of the frame in which the form stands */
  show(containment: boolean): Promise<number>;
  /** Ends after two frames: what an event led to has been drawn. */
  settle(): Promise<void>;
  /** Marks in the trace the next key, and the change that it brings about (`trace.ts`). */
  markChange(name: string): void;
  focus(question: string): void;
  /** Presses Yes at each question that appears below this one, down to the last. */
  answerDown(question: string): Promise<void>;
  evaluations(): number | null;
  visible(): readonly string[];
  markup(): string;
  styles(): string;
}

declare global {
  interface Window {
    bench?: BenchWindow;
  }
}

export function offerBench(show: Show): void {
  let form: BenchForm | null = null;
  let shown: ShownForm | null = null;
  const loaded = () => form ?? fail('No form is loaded.');
  const there = () => shown ?? fail('No form is shown.');
  const control = (question: string) =>
    there().root.querySelector<HTMLElement>(`[data-question-id="${question}"] :is(input, textarea, select)`);
  window.bench = {
    async load(name) {
      const response = await fetch(`/forms/${name}.json`);
      form = await response.json();
    },
    async show(containment) {
      const host = document.getElementById('form') ?? fail('There is no place for the form.');
      const start = performance.now();
      shown = show(host, loaded().document, containment);
      // The widget waits for the file of what such a form asks.
      do await nextFrame();
      while (visibleIds(shown.root).length === 0);
      return performance.now() - start;
    },
    async settle() {
      await nextFrame();
      await nextFrame();
    },
    markChange: (name) => markChange(there().root, name),
    focus: (question) => control(question)?.focus(),
    async answerDown(question) {
      for (let next: string | undefined = question; next !== undefined; ) {
        const before = new Set(visibleIds(there().root));
        control(next)?.click();
        await nextFrame();
        next = visibleIds(there().root).find((id) => !before.has(id));
      }
    },
    evaluations: () => there().evaluations(),
    visible: () => visibleIds(there().root),
    markup: () => describeMarkup(there().root),
    styles: () =>
      sheetsOf(there().root)
        .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
        .join('\n'),
  };
}

const sheetsOf = (root: ShadowRoot | HTMLElement) =>
  root instanceof ShadowRoot ? root.adoptedStyleSheets : [];

const visibleIds = (root: ShadowRoot | HTMLElement): readonly string[] =>
  [...root.querySelectorAll<HTMLElement>('[data-question-id]')].map(
    (block) => block.dataset['questionId'] ?? '',
  );

/** The key has the browser's own time, so that what keeps it waiting counts too. */
function markChange(root: Node, name: string): void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    performance.mark(`changed ${name}`);
  });
  observer.observe(root, { childList: true, subtree: true });
  const mark = ({ timeStamp }: Event) => performance.mark(`key ${name}`, { startTime: timeStamp });
  addEventListener('keydown', mark, { capture: true, once: true });
}

/** A task that is queued in a frame runs after the frame is drawn. */
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function fail(reason: string): never {
  throw new Error(reason);
}
