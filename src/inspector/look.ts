/** What the parts of the inspector share of the form that they look into. */
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { QuestionId } from '../core/model/ids.ts';
import type { Field, Form } from '../form/contract.ts';
import type { FormPlace } from './form-place.ts';
import { quoted } from './titles.ts';
import { decidingField } from './why-sentence.ts';

/** What the line below a list says: why this question is shown or hidden, or something that was just done. */
export type Line =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'why'; readonly question: QuestionId }
  /** The question is hidden, and the one that decides it has the focus now. */
  | { readonly kind: 'instead'; readonly question: QuestionId; readonly deciding: QuestionId }
  | { readonly kind: 'said'; readonly text: string };

export interface Look {
  readonly form: Form;
  /** Everything that can ever be shown, without what is confidential. */
  readonly fields: readonly Field[];
  readonly line: Signal<Line>;
  /** The question that has focus in the form. */
  readonly focused: Mark;
  /** The row of the tree that Tab leads to. */
  readonly stop: Mark;
  /** To the question in the form; of a hidden one to the question that decides it. */
  readonly goTo: ((field: Field) => void) | null;
}

/** One question among many: of those that follow it, only two are told when it becomes another one. */
export interface Mark {
  is(question: QuestionId): ReadonlySignal<boolean>;
  readonly now: QuestionId | null;
  put(question: QuestionId | null): void;
}

export function createMark(now: QuestionId | null = null): Mark {
  const marks = new Map<QuestionId, Signal<boolean>>();
  let marked = now;
  function is(question: QuestionId): Signal<boolean> {
    const mark = marks.get(question) ?? signal(question === marked);
    marks.set(question, mark);
    return mark;
  }
  return {
    is,
    get now() {
      return marked;
    },
    put(question) {
      const before = marked;
      marked = question;
      batch(() => {
        if (before !== null) is(before).value = before === question;
        if (question !== null) is(question).value = true;
      });
    },
  };
}

export function createLook(form: Form, place: FormPlace | null): Look {
  const line = signal<Line>({ kind: 'nothing' });
  const fields = form.order.filter(({ question }) => !question.confidential);
  const goTo =
    place === null
      ? null
      : (field: Field) => {
          line.value = go(form, place, field);
        };
  const stop = createMark(fields[0]?.question.id);
  return { form, fields, line, focused: createMark(), stop, goTo };
}

function go(form: Form, place: FormPlace, field: Field): Line {
  const deciding = decidingField(form, field.question.id);
  const told = (words: string): Line => ({ kind: 'said', text: words });
  if (deciding === null) return told(`${quoted(form, field)} can never be shown.`);
  if (!place.goTo(deciding.question))
    return told(`${quoted(form, deciding)} is not on the page now, because the form has been sent.`);
  if (deciding === field) return { kind: 'why', question: field.question.id };
  return { kind: 'instead', question: field.question.id, deciding: deciding.question.id };
}
