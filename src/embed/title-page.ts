import { effect } from '../form/signals.ts';
import { en } from '../locale/en.ts';
import type { Session } from './session.ts';

/** The page is called after the job, or after what it is, in the language that the form speaks. */
export function titlePage(page: { title: string }, { view, speech }: Pick<Session, 'view' | 'speech'>): void {
  effect(() => {
    const { words } = speech.value;
    const job = view.value.kind === 'form' ? view.value.title : null;
    // Words that are still on their way leave the page as it was called.
    if (words !== undefined) page.title = job ?? (words ?? en)['form.label'];
  });
}
