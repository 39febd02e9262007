/** The form on the page: goes to a question of it, and tells which one has focus. */
import { detailId } from '../core/model/details.ts';
import { type QuestionId, questionId } from '../core/model/ids.ts';
import type { Question } from '../core/model/question.ts';

export interface FormPlace {
  /** Into view, with the focus in its control. false: it is not on the page now. */
  goTo(question: Question): boolean;
  /** Calls with each question that gets the focus or is touched; returns the function that stops it. */
  watch(act: (question: QuestionId) => void): () => void;
}

export function createFormPlace(element: HTMLElement): FormPlace {
  // A focus that moves within the form is not told outside its shadow root.
  const root = element.shadowRoot ?? element;
  return {
    goTo({ id }) {
      const blocks = root.querySelectorAll<HTMLElement>('[data-question-id], [data-detail]');
      const block = [...blocks].find((each) => idOf(each.dataset) === id);
      if (block === undefined) return false;
      // Of a form in steps, the one that it stands in may be hidden.
      block.closest('[hidden]')?.dispatchEvent(new Event('apply-turn'));
      block.scrollIntoView({ block: 'center' });
      focusIn(block);
      return true;
    },
    watch(act) {
      const life = new AbortController();
      const tell = (event: Event) => {
        const ids = event.composedPath().map((each) => ('dataset' in each ? idOf(each.dataset) : null));
        const question = ids.find((id) => id !== null);
        if (question) act(question);
      };
      for (const name of ['focusin', 'pointerdown'])
        root.addEventListener(name, tell, { signal: life.signal });
      return () => life.abort();
    },
  };
}

/** In an iframe the elements are of another window, so they are not known by their class. */
function idOf(dataset: unknown): QuestionId | null {
  const { questionId: id, detail }: { readonly questionId?: string; readonly detail?: string } =
    typeof dataset === 'object' && dataset !== null ? dataset : {};
  if (id) return questionId(id);
  return detail ? detailId(detail) : null;
}

/** The control that is chosen, or in error, or the first; a question that cannot be answered takes the focus itself. */
function focusIn(block: HTMLElement): void {
  const control =
    block.querySelector<HTMLElement>('[type=radio]:checked') ??
    block.querySelector<HTMLElement>('[aria-invalid=true]') ??
    block.querySelector<HTMLElement>('input, select, textarea');
  if (control === null) block.tabIndex = -1;
  (control ?? block).focus({ preventScroll: true });
}
