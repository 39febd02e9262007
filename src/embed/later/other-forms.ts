/**
 * A form in which something was typed or sent, when the host's page turns to another job: it waits, with its own token,
 * until the page turns back to it. A file of its own that shares no module with the later one.
 */
import type { Forms, Opened } from '../forms.ts';
import type { Loading } from '../read-form.ts';

export interface OtherFormsFile {
  follow(forms: Forms, isOver: () => boolean): Promise<void>;
}

/** Milliseconds for which the form before stays in sight, while the proxy is asked whose another token is. */
const PATIENCE = 1000;

/** Forms that wait; of more, those that were left first have their drafts alone. */
const MOST = 20;

/** What goes on where a form is shown again. */
const waiting = new WeakMap<Opened, () => void>();

export async function follow(forms: Forms, isOver: () => boolean): Promise<void> {
  const asked = forms.asked();
  const before = forms.shown;
  const { token } = asked;
  // What `renewToken` gave is the same application by the host's word.
  if (token !== null && before.session.access.connection().token === token) {
    before.asked = asked;
    return;
  }
  const known = forms.opened.find((one) => forms.isWanted(one));
  if (known) return turnTo(forms, known);
  const hasBegun = before.session.hasBegun();
  const previous = hasBegun ? before.session.form : before.session.previous;
  const next: Opened = forms.open({ previous, isAnother: (outcome) => isAnother(forms, next, outcome) });
  const mayBeSame = hasBegun && token !== null && before.asked.token !== null;
  if (!mayBeSame) turnTo(forms, next);
  const loading = next.session.load();
  if (!mayBeSame) return;
  // Until it is known whether it is the same application, what is typed there stays in sight.
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (!isOver()) turnTo(forms, next);
  else if (next !== forms.shown) forms.end(next);
}

/** The proxy has answered: for an application whose form is here already, that form goes on with the new token. */
function isAnother(forms: Forms, next: Opened, outcome: Loading): boolean {
  if (!forms.opened.includes(next) || !forms.isWanted(next)) return false;
  const meta = outcome.ok ? outcome.value.meta : null;
  const keys = meta ? [meta.draftKey, ...meta.olderDraftKeys] : [];
  const known = forms.opened.find((one) => {
    const draftKey = one.session.page?.meta.draftKey ?? null;
    return one !== next && draftKey !== null && keys.includes(draftKey) && one.session.hasBegun();
  });
  if (known) {
    known.asked = forms.asked();
    known.session.access.use(null);
  }
  turnTo(forms, known ?? next);
  if (known) forms.end(next);
  return known !== undefined;
}

function turnTo(forms: Forms, next: Opened): void {
  const before = forms.shown;
  if (next === before || !forms.opened.includes(next)) return;
  if (before.session.hasBegun()) leave(before);
  forms.show(next);
  if (!before.session.hasBegun()) forms.end(before);
  waiting.get(next)?.();
  const [oldest] = forms.opened;
  if (oldest && forms.opened.length > MOST) forms.end(oldest);
}

/** What is being sent is sent, with its files; others wait to be put. */
function leave(opened: Opened): void {
  const { session } = opened;
  const isSending = session.form?.submission.peek().kind === 'sending';
  const goOn = isSending ? null : session.later.peek()?.uploads.pause();
  waiting.set(opened, () => {
    waiting.delete(opened);
    goOn?.();
    session.touch();
    session.tellReady();
  });
}
