/** What both pages offer to the bench: the form is shown on demand. */
import type { BenchForm, QuestionDocument } from '../forms/question-resource.ts';

type Root = ShadowRoot | HTMLElement;

/** @returns where its questions are */
type Show = (host: HTMLElement, document: QuestionDocument) => Root;

export interface BenchWindow {
  /** Fetches the form of so many questions without showing it. */
  load(questions: number): Promise<void>;
  show(): Promise<void>;
  focus(question: string): void;
  styles(): string;
}

declare global {
  interface Window {
    bench?: BenchWindow;
  }
}

export function offerBench(show: Show): void {
  let form: BenchForm | null = null;
  let root: Root = document.body;
  window.bench = {
    async load(questions) {
      const response = await fetch(`/forms/${questions}.json`);
      form = await response.json();
    },
    async show() {
      const host = document.getElementById('form');
      if (host === null || form === null) throw new Error('There is no form, or no place for it.');
      root = show(host, form.document);
      // The widget waits for the file of what such a form asks.
      do await new Promise(requestAnimationFrame);
      while (root.querySelector('[data-question-id]') === null);
    },
    focus: (question) =>
      root
        .querySelector<HTMLElement>(`[data-question-id="${question}"] :is(input, textarea, select)`)
        ?.focus(),
    styles: () =>
      (root instanceof ShadowRoot ? root.adoptedStyleSheets : [])
        .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
        .join('\n'),
  };
}
