import { describe, expect, test } from 'vitest';
import { detailId } from '../core/model/details.ts';
import { questionId } from '../core/model/ids.ts';
import { createForm } from './create-form.ts';
import { detailFields, detailsToSend } from './fill.ts';
import { detailQuestions, question, treeOf } from './form.support.ts';

const text = (words: string) => ({ kind: 'text' as const, text: words });

describe('the details of a visitor', () => {
  test('are sent as details, never as answers', () => {
    const form = createForm(treeOf(...detailQuestions(), question('1', 'short_text')));
    form.setAnswer(detailId('first_name'), text('Sam '));
    form.setAnswer(detailId('email'), text('sam@example.com'));
    form.setAnswer(questionId('1'), text('An answer'));
    expect(detailsToSend(form).details).toEqual({ first_name: 'Sam', email: 'sam@example.com' });
    expect(form.outgoing.value.map((answer) => answer.question)).toEqual(['1']);
    expect(form.progress.value).toEqual({ answered: 3, missing: 1, wrong: 0, total: 3 });
    expect(form.invalid.value).toEqual(['detail:last_name']);
  });

  test('are empty when an application exists', () => {
    const form = createForm(treeOf(question('1', 'short_text')));
    expect(detailsToSend(form).details).toBeNull();
    expect(detailFields(form)).toEqual([]);
  });

  test('win over a question of the service with the same id', () => {
    const duplicate = question('detail:email', 'boolean', { title: 'Not ours' });
    const form = createForm(treeOf(...detailQuestions(), duplicate));
    expect(form.order.map((field) => field.question.type)).toEqual([
      'short_text',
      'short_text',
      'short_text',
    ]);
  });
});
