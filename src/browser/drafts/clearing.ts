/** The press that empties the form and deletes its draft: asked about first, and told once it is done. */

import type { Form, Remark } from '../../form/contract.ts';
import type { Edit } from '../../form/edits.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { DraftManagerTools } from '../contract.ts';
import type { DraftMessages } from './kept-status.ts';

/** Where it can be pressed: at the end of the questions, or above them. */
type Place = 'line' | 'notice';

interface Cleared {
  readonly form: Form;
  readonly words: () => DraftMessages;
  /** What is being sent or was accepted cannot be withdrawn. */
  readonly mayClear: ReadonlySignal<boolean>;
  readonly mayBeThere: ReadonlySignal<boolean>;
  readonly clear: () => void;
}

export interface Clearing {
  acts(place: Place): Remark['acts'];
  /** Shown in the place of the press; null: nothing is asked there. */
  question(place: Place): Remark | null;
  /** For those who hear the form, until something is entered again. */
  told(): string | null;
}

export function createClearing(tools: DraftManagerTools, cleared: Cleared): Clearing {
  const { form, words, mayClear, mayBeThere, clear } = cleared;
  const asking = tools.createSignal<Place | null>(null);
  /** The edit that emptied the form; undefined: none did. */
  const last = tools.createSignal<Edit | null | undefined>(undefined);
  const ask = (place: Place | null) => () => {
    asking.value = place;
    last.value = undefined;
  };
  const yes = () => {
    asking.value = null;
    clear();
    last.value = form.edited.peek();
    focusForm(tools);
    // The next applicant may be a different person.
    tools.host.forgetOthers?.();
  };
  return {
    acts: (place) => (mayClear.value ? [{ text: words().text('kept.clear'), act: ask(place) }] : []),
    question(place) {
      if (asking.value !== place || !mayClear.value) return null;
      const acts = [
        { text: words().text('kept.yes'), act: yes },
        { text: words().text('kept.no'), act: ask(null) },
      ];
      const text = words().text(mayBeThere.value ? 'kept.askSent' : 'kept.ask');
      return { text, acts, isQuestion: true };
    },
    told: () => (last.value === form.edited.value ? words().text('kept.cleared') : null),
  };
}

/** What was pressed is no longer there, and the form begins anew. */
export function focusForm({ host: { element }, showBox }: DraftManagerTools): void {
  const form = (element?.shadowRoot ?? element)?.querySelector('form');
  if (form) showBox(form);
}
