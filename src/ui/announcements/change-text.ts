import type { Form, VisibilityChange } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';

/** What the live region says when questions appear or disappear. */
export function changeText(form: Form, messages: Messages, change: VisibilityChange): string {
  const { shown, hidden, cause } = change;
  const title = form.fields.get(cause)?.shown.title ?? '';
  const added = shown.length > 0 ? messages.text('live.shown', { count: shown.length, title }) : '';
  const removed = hidden.length > 0 ? messages.text('live.hidden', { count: hidden.length, title }) : '';
  return added && removed ? messages.text('live.both', { shown: added, hidden: removed }) : added + removed;
}
