import { expect, test, vi } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { createForm } from '../form/create-form.ts';
import { detailQuestions, question, treeOf } from '../form/form.support.ts';
import { Journey } from './steps.tsx';

/** Two steps: the details, then the questions. */
function journey() {
  const form = createForm(treeOf(...detailQuestions(), question('1', 'short_text', { required: true })));
  const attempt = vi.fn();
  return { form, attempt, way: new Journey(form, attempt) };
}

function introduce({ form }: ReturnType<typeof journey>): void {
  for (const { id, detail } of form.order.map((field) => field.question))
    if (detail) form.setAnswer(id, { kind: 'text', text: id.endsWith('email') ? 'ada@example.com' : 'Ada' });
}

test('a step with an error blocks the next one, and shows its errors', () => {
  const { form, attempt, way } = journey();
  way.next();
  expect(way.current.value?.place).toBe(0);
  expect(attempt).toHaveBeenCalledOnce();
  expect(form.order.filter(({ error }) => error.value !== null)).toHaveLength(3);
  expect(form.fields.get(questionId('1'))?.error.value).toBeNull();
});

test('a returning applicant starts at the first incomplete step', () => {
  const started = journey();
  introduce(started);
  const again = new Journey(started.form, () => {});
  expect(again.current.value?.place).toBe(1);
});
