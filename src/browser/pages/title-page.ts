import type { WritableForm } from '../../form/contract.ts';
import { effect } from '../../form/signals.ts';
import { en } from '../../locale/en.ts';
import type { Session } from '../session/session.ts';

interface Titling {
  readonly session: Pick<Session, 'view' | 'speech' | 'filling'> | null;
}

/**
 * The page is called after the job, or after what it is, in the language that the form speaks, and says first that
 * something has to be corrected, because a title is what is heard first.
 */
export function titlePage(page: { title: string }, element: Titling): void {
  effect(() => {
    if (element.session === null) return;
    const { view, speech, filling } = element.session;
    const { words } = speech.value;
    const { value: shown } = view;
    // Words that are still on their way leave the page as it was called.
    if (words === undefined) return;
    const name = (shown.kind === 'form' ? shown.title : null) ?? (words ?? en)['form.label'];
    const said = words ?? filling.value?.english;
    const isSaid = said !== undefined && shown.kind === 'form' && isFaulty(shown.form);
    page.title = isSaid ? `${said['error.heard']}${said['summary.colon']} ${name}` : name;
  });
}

/** An error is shown after an attempt, and not merely one that another attempt would find. */
const isFaulty = ({ attempts, order }: WritableForm): boolean =>
  attempts.value > 0 && order.some(({ error }) => error.value !== null);
