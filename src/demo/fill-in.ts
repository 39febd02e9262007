/** Fills in what is required and not answered yet, so that sending can be tried without typing. */
import type { ApplyFormElement } from '../browser/element/define.ts';

type Form = Extract<
  NonNullable<ReturnType<NonNullable<ApplyFormElement['session']>['view']['peek']>>,
  { kind: 'form' }
>['form'];
type Field = Form['order'][number];
type Answer = NonNullable<ReturnType<Field['answer']['peek']>>;

/** Answers may show more questions that are required: as often as a form can be deep, and an end in any case. */
const ROUNDS = 20;

/** @returns what is left to do, as a sentence: files are chosen by hand */
export function fillIn(element: ApplyFormElement): string {
  const view = element.session?.view.peek();
  if (view?.kind !== 'form') return '';
  // Of a form that was not touched yet the later half is missing: what marks a choice, and counts what is open.
  element.session?.touch();
  for (let round = 0; round < ROUNDS; round += 1) {
    const given = openFields(view.form).filter((field) => answerOne(view.form, field));
    if (given.length === 0) break;
  }
  const [left, ...others] = openFields(view.form);
  if (left === undefined) return 'Filled in: it can be sent now.';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Filled in, but for “${left.shown.title}”${more}: that is left to you.`;
}

const openFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ visible, required, filled }) => visible.peek() && required && !filled.peek());

/** Whether there is an example for it. */
function answerOne(form: Form, { question }: Field): boolean {
  const answer = exampleOf(question);
  if (answer !== null) form.setAnswer(question.id, answer);
  return answer !== null;
}

function exampleOf(question: Field['question']): Answer | null {
  switch (question.type) {
    case 'boolean':
      return { kind: 'boolean', value: true };
    case 'short_text':
    case 'long_text':
      return { kind: 'text', text: texts.get(question.autofill ?? '') ?? 'An example' };
    case 'number':
      return { kind: 'number', text: '3' };
    case 'date':
      return { kind: 'date', day: '2027-03-01' };
    case 'date_range':
      return { kind: 'date_range', from: '2024-03-01', to: '2026-02-28' };
    case 'url':
      return { kind: 'url', text: 'https://example.com/work' };
    case 'multiple_choice':
      return question.options.length === 0 ? null : choiceOf(question);
    default:
      return null;
  }
}

const choiceOf = ({ options, minimum }: Extract<Field['question'], { type: 'multiple_choice' }>): Answer => ({
  kind: 'choice',
  options: options.slice(0, Math.max(1, minimum)).map(({ text }) => text),
});

/** By what browsers fill in. */
const texts: ReadonlyMap<string, string> = new Map([
  ['given-name', 'Ward'],
  ['family-name', 'Coordinator'],
  ['email', 'ward.coordinator@example.com'],
  ['tel', '020 7946 0958'],
]);
