/** Goes to a question of the form on the page, and reports which one has focus. */
import { detailId } from '../core/model/details.ts';
import { type QuestionId, questionId } from '../core/model/ids.ts';
import type { Question } from '../core/model/question.ts';

export interface FormPlace {
  /** Scrolls to the question and focuses its control; false if it is not on the page now. */
  goTo(question: Question): boolean;
  /** Calls `act` with each question that gets focus or is touched; returns a function that stops this. */
  watch(act: (question: QuestionId) => void): () => void;
}

export function createFormPlace(element: HTMLElement): FormPlace {
  // A shadow root hides focus events from its host.
  const root = element.shadowRoot ?? element;
  return {
    goTo({ id }) {
      const blocks = root.querySelectorAll<HTMLElement>('[data-question-id], [data-detail]');
      const block = [...blocks].find((each) => idOf(each.dataset) === id);
      if (block === undefined) return false;
      // In a form with steps, the question's step may be hidden.
      block.closest('[hidden]')?.dispatchEvent(new Event('apply-turn'));
      block.scrollIntoView({ block: 'center' });
      focusIn(block);
      return true;
    },
    watch(act) {
      const life = new AbortController();
      const report = (event: Event) => {
        const ids = event.composedPath().map((each) => ('dataset' in each ? idOf(each.dataset) : null));
        const question = ids.find((id) => id !== null);
        if (question) act(question);
      };
      for (const name of ['focusin', 'pointerdown'])
        root.addEventListener(name, report, { signal: life.signal });
      return () => life.abort();
    },
  };
}

/** Elements of an iframe belong to another window, so `instanceof` fails for them. */
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
