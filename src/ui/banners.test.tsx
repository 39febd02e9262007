import '@testing-library/jest-dom/vitest';
import { act, screen, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { plainFailure } from '../core/jsonapi/read-failure.ts';
import { type QuestionId, questionId, reference } from '../core/model/ids.ts';
import type { Answer } from '../core/model/question.ts';
import type { WritableForm } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { refuse, restrict } from '../form/fill.ts';
import { ids, question, treeOf } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const three = ['1', '2', '3'].map((name) =>
  question(name, 'short_text', { title: `Question ${name}`, required: true }),
);

const text = (words: string): Answer => ({ kind: 'text', text: words });

/** An accepted submission, with these answers refused. */
function acceptAllBut(form: WritableForm, refused: readonly QuestionId[]): void {
  const sent = new Map(
    form.order.flatMap(({ question: { id }, answer }) => {
      const given = answer.peek();
      return given === null ? [] : [[id, given] as const];
    }),
  );
  const answers = [...sent.keys()].map((id) => ({
    question: id,
    part: 0,
    state: refused.includes(id) ? ('refused' as const) : ('delivered' as const),
    code: null,
  }));
  act(() => {
    const submission = {
      reference: reference('K7M2'),
      state: 'attention',
      acceptedAt: '',
      application: null,
      answers,
    } as const;
    form.submission.value = { kind: 'accepted', submission, sent };
    restrict(form, refused);
    refuse(form, refused);
    form.validate();
  });
}

function sent() {
  const drawn = drawForm(three);
  act(() => {
    for (const id of ids('1', '2', '3')) drawn.form.setAnswer(id, text(`answer ${id}`));
  });
  return drawn;
}

describe('a correction', () => {
  test('moves focus to the banner with instructions, not to the error summary', () => {
    const { form } = sent();
    acceptAllBut(form, ids('2'));
    expect(screen.getByRole('group', { name: 'One answer needs a change' })).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'There is a problem with 1 answer' })).toBeVisible();
  });

  test('shows the sent answers, not the text typed since', () => {
    const { form } = sent();
    acceptAllBut(form, ids('2'));
    act(() => form.setAnswer(questionId('2'), text('something else')));
    const copy = screen.getByText('What you sent (3 answers)').closest('details');
    expect(within(copy ?? document.body).getByText('answer 2')).toBeInTheDocument();
    expect(within(copy ?? document.body).queryByText('something else')).toBeNull();
  });

  test('of a form that changed meanwhile shows a message with the reference, and keeps the text', () => {
    const { form } = sent();
    acceptAllBut(form, ids('2'));
    act(() => form.setAnswer(questionId('2'), text('better')));
    act(() => {
      form.submission.value = { kind: 'failed', failure: plainFailure('form_changed') };
    });
    const words = screen.getByText(/Your changes were not sent/).parentElement;
    expect(words).toHaveTextContent(
      /Your application is safe, with reference \u2066K7M2\u2069\. Contact the employer/,
    );
    expect(words?.parentElement).toHaveFocus();
    expect(screen.getByRole('textbox')).toHaveValue('better');
  });
});

describe('a form that changed during filling in', () => {
  const before = createForm(
    treeOf(
      question('7', 'multiple_choice', { title: 'Which shifts?', options: ['Day', 'Night'], maximum: null }),
      question('8', 'short_text', { title: 'Your hobby' }),
    ),
  );
  const fieldOf = (id: string) => {
    const field = before.fields.get(questionId(id));
    if (field === undefined) throw new Error('There is no such question.');
    return field;
  };
  const lost = [
    { question: fieldOf('7').question, answer: { kind: 'choice', options: ['Night'] } },
    { question: fieldOf('8').question, answer: text('Chess,\nand more') },
  ] as const;

  function change(changed: Parameters<typeof drawForm>[1]) {
    const drawn = drawForm(three, changed);
    act(() => {
      drawn.form.submission.value = { kind: 'failed', failure: plainFailure('form_changed') };
    });
    return drawn;
  }

  test('lists the answers that no longer fit, and the questions to check', () => {
    change({ changed: { questions: ids('2'), lost } });
    const group = screen.getByRole('group', { name: 'The employer has changed the form' });
    expect(group).toHaveFocus();
    const box = within(group);
    expect(box.getByText(/^2 answers no longer fit the form/)).toBeVisible();
    expect(box.getByText('Your hobby').nextElementSibling).toHaveTextContent('Chess, and more');
    expect(box.getByText('Which shifts?').nextElementSibling).toHaveTextContent('Night');
    expect(
      box.getByText('We have kept all your other answers. Check this question, then send again:'),
    ).toBeVisible();
    expect(box.getByRole('link', { name: 'Question 2' })).toBeVisible();
  });
});
