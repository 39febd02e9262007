// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, expect, test } from 'vitest';
import type { FormEventMap } from '../host/host.ts';
import { type ApplyFormElement, defineApplyForm } from './define.ts';
import './jsx-preact.ts';

defineApplyForm();

const place = document.createElement('div');
document.body.append(place);
afterEach(() => render(null, place));

const questions = {
  data: [
    {
      type: 'questions',
      id: '1',
      attributes: { title: 'Your phone number', question_type: 'short_text', conditional: null },
    },
  ],
};

function element(): ApplyFormElement {
  const found = place.querySelector('apply-form');
  if (found === null) throw new Error('There is no element.');
  return found;
}

test('what Preact is told to listen to is the event of that name', async () => {
  const ready = new Promise<FormEventMap['apply-ready']>((resolve) => {
    render(<apply-form mode="preview" document={questions} onapply-ready={resolve} />, place);
  });
  expect((await ready).detail.questions).toEqual(['1']);
});

test('attributes and properties arrive, in both spellings', () => {
  render(<apply-form theme="dark" heading-level="3" />, place);
  expect([element().theme, element().headingLevel]).toEqual(['dark', '3']);
  render(<apply-form theme="light" headingLevel={4} />, place);
  expect([element().theme, element().getAttribute('heading-level')]).toEqual(['light', '4']);
});

test('a property that is no longer given is none', () => {
  render(<apply-form messages={{ 'form.loading': 'One moment' }} renewToken={async () => 'new'} />, place);
  expect(element().messages).toEqual({ 'form.loading': 'One moment' });
  render(<apply-form />, place);
  expect([element().messages, element().renewToken]).toEqual([null, null]);
});
