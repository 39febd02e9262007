import '@testing-library/jest-dom/vitest';
import { act, screen, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { basicDetailNames, detailId } from '../core/model/details.ts';
import { questionId, reference } from '../core/model/ids.ts';
import type { DeliveredApplication, Submission } from '../core/model/submission.ts';
import { createForm } from '../form/create-form.ts';
import { refuse, restrict } from '../form/fill.ts';
import { detailQuestions, question, treeOf } from '../form/form.support.ts';
import { drawForm, drawView, formView } from './ui.support.tsx';

const box = (name: string) => screen.getByRole('textbox', { name });
const text = (words: string) => ({ kind: 'text' as const, text: words });

describe('the fields of a visitor', () => {
  test('come first, in blocks of their own', () => {
    const { container } = drawForm([...detailQuestions(), question('1', 'short_text')]);
    const blocks = [...container.querySelectorAll('[part=question]')];
    expect(blocks.map((block) => block.getAttribute('data-detail'))).toEqual([...basicDetailNames, null]);
    expect(blocks.map((block) => block.getAttribute('data-question-id'))).toEqual([null, null, null, '1']);
  });

  test('show an error with instructions once the applicant leaves them', async () => {
    const { user } = drawForm(detailQuestions());
    await user.type(box('Email address'), 'sam@example');
    expect(box('Email address')).toBeValid();
    await user.tab();
    const wrong = 'Enter an email address, such as name@example.com';
    expect(box('Email address')).toHaveAccessibleDescription(`Error: ${wrong}`);
    await user.type(box('Email address'), '.com');
    expect(box('Email address')).toBeValid();
  });
});

const submission = (application: Partial<DeliveredApplication>, answers = 0): Submission => ({
  reference: reference('R-1'),
  state: 'delivering',
  acceptedAt: '',
  application: { state: 'sending', code: null, fields: [], ...application },
  answers: Array.from({ length: answers }, (_, index) => ({
    question: questionId(`${index + 1}`),
    part: 0,
    state: 'queued',
    code: null,
  })),
});

const words = { title: () => 'Check your details', text: () => 'All your answers are safe.' };

function drawAccepted(accepted: Submission, drawing: Parameters<typeof formView>[1] = {}, refusal = words) {
  const form = createForm(treeOf(...detailQuestions(), question('1', 'short_text', { title: 'Why us?' })));
  const sent = new Map([
    [detailId('first_name'), text('Sam')],
    [detailId('last_name'), text('Doe')],
    [detailId('email'), text('sam@example.com')],
    [questionId('1'), text('Because')],
  ]);
  for (const [id, answer] of sent) form.setAnswer(id, answer);
  form.submission.value = { kind: 'accepted', submission: accepted, sent, refusal };
  return { form, ...drawView(formView(form), drawing) };
}

const delivery = ({ container }: { readonly container: Element }) =>
  container.querySelector('.af-delivery')?.textContent;

describe('the receipt of a new applicant', () => {
  test.each([
    ['is under way', submission({ state: 'sending' }, 1), 'are passing it on to the employer'],
    [
      'has arrived without answers',
      { ...submission({ state: 'delivered' }), state: 'complete' },
      'Your application has reached the employer',
    ],
    [
      'may not have arrived',
      { ...submission({ state: 'parked', code: 'unclear' }, 1), state: 'attention' },
      'Your application may not have reached the employer',
    ],
  ] as const)('shows the state of an application that %s', (_name, accepted, sentence) => {
    expect(delivery(drawAccepted(accepted))).toContain(sentence);
  });
});

describe('a refused application', () => {
  function refuseEmail() {
    const drawn = drawAccepted({
      ...submission({ state: 'refused', code: 'invalid_details', fields: ['email'] }, 1),
      state: 'refused',
    });
    act(() => {
      restrict(drawn.form, [detailId('email')]);
      refuse(drawn.form, [detailId('email')]);
      drawn.form.validate();
    });
    return drawn;
  }

  test('opens with the refused field only, and shows that the answers are safe', () => {
    refuseEmail();
    const banner = within(screen.getByRole('group', { name: 'Check your details' }));
    expect(banner.getByText(/All your answers are safe/)).toBeVisible();
    expect(screen.getAllByRole('textbox')).toEqual([box('Email address')]);
    expect(screen.getByRole('button', { name: 'Send changes' })).toBeVisible();
  });

  const fallback = { kind: 'link', href: 'https://careers.example.com/4711' } as const;
  const why = { title: () => 'Could not be passed on', text: () => 'It also asks for: Phone number.' };
  const refused = (application: Partial<DeliveredApplication>): Submission => ({
    ...submission({ state: 'refused', ...application }, 1),
    state: 'refused',
  });

  test.each<readonly [string, Partial<DeliveredApplication>]>([
    ['that lacks a field outside the form', { code: 'invalid_details', fields: ['phone'] }],
    ['for a closed job', { code: 'job_closed' }],
    ['for a deleted job', { code: 'not_found' }],
  ])('%s shows the reason, another way to apply and a copy', (_name, given) => {
    const { container } = drawAccepted(refused(given), { fallback }, why);
    expect(screen.getByRole('heading', { name: 'Could not be passed on' })).toBeVisible();
    expect(screen.getByText('It also asks for: Phone number.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Apply another way' })).toHaveAttribute('href', fallback.href);
    expect(screen.getByText('Because')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Print or save a copy' })).toBeVisible();
    expect(screen.getByText('R-1')).toBeVisible();
    expect(container).not.toHaveTextContent(/may not have|again automatically|Thank you|Application sent/);
  });
});
