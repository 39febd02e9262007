// @vitest-environment happy-dom
import { batch, computed, effect, Signal, signal } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asked, formWith, gender, terms } from '../browser/details/details.support.ts';
import { settle } from '../browser/settle.support.ts';
import { readDetails } from '../core/jsonapi/read-details.ts';
import { readQuestionDocument } from '../core/jsonapi/read-questions.ts';
import type { Answer } from '../core/model/answer.ts';
import { detailId } from '../core/model/details.ts';
import { questionId } from '../core/model/ids.ts';
import { defaultSemantics } from '../core/model/question.ts';
import { buildTree } from '../core/tree/build-tree.ts';
import type { Form, View } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { type Inspector, mountInspector } from './inspector.tsx';

const question = (id: string, type: string, attributes: object = {}) => ({
  type: 'questions',
  id,
  attributes: {
    title: `Question ${id}`,
    question_type: type,
    multiple_choice_options: type === 'multiple_choice' ? ['Rust', 'Go'] : undefined,
    conditional: null,
    ...attributes,
  },
});

const child = (id: string, parent: string, operator: string, value: string) =>
  question(id, 'short_text', {
    conditional: { parent_question_id: parent, position: 1, conditions: [{ operator, value }] },
  });

let inspector: Inspector;
let form: Form;
let place: HTMLElement;

function inspect(questions: readonly object[], meta: object = {}): void {
  const document = { data: questions, meta };
  const read = readQuestionDocument(document);
  if (!read.ok) throw new Error('The document cannot be read.');
  show(createForm(buildTree([...readDetails(document), ...read.value.records], defaultSemantics)));
}

function show(shown: Form): void {
  form = shown;
  const view = signal<View>({ kind: 'form', form, title: null, preview: false, changed: null });
  inspector = mountInspector(place, {
    preact: { h, Fragment, render, Signal, batch, computed, effect, signal },
    view,
  });
}

beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
});

afterEach(() => {
  inspector.unmount();
  document.body.replaceChildren();
});

const words = () => place.shadowRoot?.textContent ?? '';
const itemOf = (id: string): string =>
  [...(place.shadowRoot?.querySelectorAll('li') ?? [])].find((item) =>
    item.textContent?.includes(`Question ${id}${id}`),
  )?.textContent ?? '';

async function answer(id: string, value: Answer | null): Promise<void> {
  form.setAnswer(questionId(id), value);
  await settle();
}

describe('why a question is shown or hidden', () => {
  test.each([
    ['boolean', 'equals', 'true', 'is yes'],
    ['boolean', 'not_equals', 'true', 'is not yes'],
    ['short_text', 'contains', 'nurse', 'contains “nurse”'],
    ['short_text', 'not_contains', 'nurse', 'does not contain “nurse”'],
    ['multiple_choice', 'equals', 'Rust', 'includes “Rust”'],
    ['multiple_choice', 'not_equals', 'Rust', 'does not include “Rust”'],
    ['number', 'greater_than', '1,000', 'is more than 1,000'],
    ['number', 'less_thanThan', '2', 'is less than 2'],
    ['date', 'greater_than', '31/08/2027', 'is after 2027-08-31'],
    ['date', 'less_thanThan', '2027-08-31', 'is before 2027-08-31'],
    ['document', 'equals', 'true', 'has a file'],
    ['document', 'not_equals', 'true', 'has no file'],
    ['document', 'equals', 'false', 'has no file'],
  ])('a rule on %s, %s %s, reads “%s”', (type, operator, value, sentence) => {
    inspect([question('1', type), child('2', '1', operator, value)]);
    expect(itemOf('2')).toContain(sentence);
  });

  test('the answer that was read stands beside the rule, and follows what is typed', async () => {
    inspect([question('1', 'number'), child('2', '1', 'greater_than', '7')]);
    expect(itemOf('2')).toContain('hidden');
    expect(itemOf('2')).toContain('not answered · does not hold');
    await answer('1', { kind: 'number', text: '8' });
    expect(itemOf('2')).toContain('shown');
    expect(itemOf('2')).toContain('answer read: 8 · holds');
  });

  test('below a hidden question it says so', () => {
    inspect([question('1', 'boolean'), child('2', '1', 'equals', 'true'), child('3', '2', 'equals', 'x')]);
    expect(itemOf('3')).toContain('that question is hidden itself');
  });

  test('a condition that cannot be read is listed with its fault', () => {
    inspect([question('1', 'boolean'), child('2', '1', 'resembles', 'true')]);
    expect(words()).toContain('unknown_operator');
  });
});

describe('requests', () => {
  test('what would be sent is the very body that the service gets, under the question it answers', async () => {
    inspect([question('1', 'multiple_choice'), question('2', 'short_text')]);
    await answer('1', { kind: 'choice', options: ['Go'] });
    expect(words()).toContain('POST /api/v1/answers · question 1');
    expect(words()).not.toContain('POST /api/v1/answers · question 2');
    expect(words()).toContain('"text": "Go"');
  });

  test('of a visitor the application comes first, made of what they say of themselves', async () => {
    inspect([question('1', 'short_text')], { details: [{ name: 'email', required: true }] });
    expect(words()).toContain('Nothing yet');
    expect(words()).toContain('always shown');
    await answer('detail:email', { kind: 'text', text: 'sam@example.com' });
    await answer('1', { kind: 'text', text: 'x' });
    const posts = [...(place.shadowRoot?.querySelectorAll('summary') ?? [])].map((line) => line.textContent);
    expect(posts.filter((line) => line?.startsWith('POST'))).toEqual([
      'POST /api/v1/applications',
      'POST /api/v1/answers · question 1',
    ]);
    expect(words()).toContain('"email": "sam@example.com"');
  });

  test('has further details as well, and nothing of equality monitoring or consents', async () => {
    show(formWith({ details: asked('phone'), consent: [terms], equality: [gender] }));
    form.setAnswer(detailId('phone'), { kind: 'text', text: '020 7946 0018', country: 'GB' });
    form.setAnswer(detailId('equality:gender'), { kind: 'choice', options: ['9'] });
    form.setAnswer(detailId('consent:terms'), { kind: 'choice', options: ['3'] });
    await settle();
    expect(words()).toContain('"phone_iso2": "GB"');
    expect(words()).not.toMatch(/gender|equality|prefer not|terms/);
  });

  test('what went is one line a request, and what the service holds is listed', () => {
    inspect([question('1', 'short_text')]);
    const request = { number: 1, method: 'POST', path: '/api/v1/answers', question: '107', status: 201 };
    const held = [{ id: '9', question: '107', title: 'Certificates', value: 'Yes' }];
    inspector.show({ application: '99', requests: [request], held });
    expect(words()).toContain('POST /api/v1/answers · question 107 · 201');
    expect(words()).toContain('Certificates 107Yes');
  });
});
