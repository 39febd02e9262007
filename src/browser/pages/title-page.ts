import { effect } from '../../form/signals.ts';
import { en } from '../../locale/en.ts';
import type { Session } from '../session/session.ts';

interface Titling {
  readonly session: Pick<Session, 'view' | 'speech'> | null;
}

/** The page is called after the job, or after what it is, in the language that the form speaks. */
export function titlePage(page: { title: string }, element: Titling): void {
  effect(() => {
    if (element.session === null) return;
    const { view, speech } = element.session;
    const { words } = speech.value;
    const job = view.value.kind === 'form' ? view.value.title : null;
    // Words that are still on their way leave the page as it was called.
    if (words !== undefined) page.title = job ?? (words ?? en)['form.label'];
  });
}
