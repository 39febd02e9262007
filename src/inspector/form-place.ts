/** The form on the page: goes to a question of it, and tells which one has focus. Found by ids, as texts of the service. */
import { detailId } from '../core/model/details.ts';
import { type QuestionId, questionId } from '../core/model/ids.ts';
import type { Question } from '../core/model/question.ts';

export interface FormPlace {
  /** Into view, with the focus in its control. false: it is not on the page now. */
  goTo(question: Question): boolean;
  /** Calls with each question that gets the focus or is touched; returns the function that stops it. */
  watch(told: (question: QuestionId) => void): () => void;
}

/** Letters before the name of a detail in its id. */
const DETAIL = 7;

export function createFormPlace(element: HTMLElement): FormPlace {
  return {
    goTo(question) {
      const block = blockOf(element.shadowRoot ?? element, question);
      if (block === null) return false;
      // Of a form in steps, the one that it stands in may be hidden.
      block.closest('[hidden]')?.dispatchEvent(new Event('apply-turn'));
      block.scrollIntoView?.({ block: 'center' });
      focusIn(block);
      return true;
    },
    watch(told) {
      const life = new AbortController();
      const tell = (event: Event) => {
        const question = questionIn(event.composedPath());
        if (question !== null) told(question);
      };
      // A focus that moves within the form is not told outside its shadow root.
      const root = element.shadowRoot ?? element;
      for (const name of ['focusin', 'pointerdown'])
        root.addEventListener(name, tell, { signal: life.signal });
      return () => life.abort();
    },
  };
}

function blockOf(root: ParentNode, { id, detail }: Question): HTMLElement | null {
  const [name, value] = detail ? ['detail', id.slice(DETAIL)] : ['question-id', id];
  return root.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`);
}

/** The control that is chosen, or in error, or the first; a question that cannot be answered takes the focus itself. */
function focusIn(block: HTMLElement): void {
  const control =
    block.querySelector<HTMLElement>('[type=radio]:checked') ??
    block.querySelector<HTMLElement>('[aria-invalid=true]') ??
    block.querySelector<HTMLElement>('input, select, textarea');
  if (control === null) {
    block.tabIndex = -1;
    block.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
  }
  (control ?? block).focus({ preventScroll: true });
}

/** In an iframe the elements are of another window, so they are not told by their class. */
function questionIn(path: readonly EventTarget[]): QuestionId | null {
  for (const each of path) {
    const { questionId: id, detail } = 'dataset' in each ? readData(each.dataset) : {};
    if (id) return questionId(id);
    if (detail) return detailId(detail);
  }
  return null;
}

function readData(dataset: unknown): { readonly questionId?: string; readonly detail?: string } {
  return typeof dataset === 'object' && dataset !== null ? dataset : {};
}
