import '@testing-library/jest-dom/vitest';
import { describe, expect, test } from 'vitest';
import { readFormMeta } from '../../core/jsonapi/read-questions.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import { inEnglish } from '../host/host.ts';
import { headPage } from './form-page.tsx';

const full = { employer: 'Acme', place: 'Ghent', minutes: 6, logo: 'https://careers.example.com/logo.svg' };

function draw(stated: object) {
  const form = createForm(treeOf(question('1', 'short_text')));
  const main = document.createElement('main');
  const page = { form, meta: readFormMeta({ meta: stated }), preview: false, close() {}, again() {} };
  const view = signal({ kind: 'form' as const, form, title: null, preview: false, changed: null });
  headPage(main, { session: { view, speech: signal(inEnglish), page: () => page } });
  return main.querySelector('header');
}

describe('the header of a form page', () => {
  test('shows the employer, the place and the estimated time', () => {
    const header = draw(full);
    expect(header).toHaveTextContent('Acme');
    expect(header).toHaveTextContent('Ghent · About 6 minutes');
  });

  test('shows the logo, and leaves no gap when it fails to load', () => {
    const header = draw(full);
    const logo = header?.querySelector('img');
    expect(logo).toHaveAttribute('src', full.logo);
    expect(logo).toHaveAttribute('alt', '');
    logo?.dispatchEvent(new Event('error'));
    expect(header?.querySelector('img')).toBeNull();
  });

  test('is missing when the proxy sends nothing for it', () => {
    expect(draw({})).toBeNull();
  });
});
