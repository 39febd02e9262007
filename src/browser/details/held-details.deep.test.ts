/* What a form that shows details answers to the question what is to become of one that another system changed. */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../core/model/answer.ts';
import { detailId } from '../../core/model/details.ts';
import { reference } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import type { WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { createMessages } from '../../locale/messages.ts';
import { formView } from '../../ui/ui.support.tsx';
import { fromDocument } from '../api/from-document.ts';
import { inTime } from '../api/in-time.ts';
import { asked } from './details.support.ts';
import { detailsFile } from './details-file.ts';

interface Opened {
  readonly email?: string;
  readonly date_of_birth?: string;
  readonly phone?: string;
  readonly meanwhile?: readonly string[];
  readonly sent?: string;
}

async function open({ meanwhile, sent, ...held }: Opened): Promise<WritableForm> {
  const details = asked(...Object.keys(held)).map((detail) => ({
    ...detail,
    value: {
      ...Object.fromEntries(Object.entries(held).filter(([name]) => name === detail.name)),
      ...(detail.name === 'phone' && { phone_iso2: '' }),
    },
  }));
  const loaded = fromDocument({ data: [], meta: { details, held: 'shown', meanwhile, sent } });
  if (!loaded.ok) throw new Error('The document cannot be read.');
  const speech = { language: 'en' as const, locale: 'en', words: null };
  const tools = { speech, messages: null, buildTree, createMessages, inTime };
  return createForm((await detailsFile.addDetails(loaded.value, tools)).tree);
}

const email = 'theirs@example.com';
const enter = (form: WritableForm, text: string) =>
  form.setAnswer(detailId('email'), { kind: 'text', text } satisfies Answer);

const submission = (state: Submission['state']): Submission => ({
  reference: reference('APPLY-7K2M-9Q4D'),
  state,
  acceptedAt: '2026-11-20T09:30:00Z',
  secondsLeft: null,
  application: { state: 'queued', code: null, fields: [] },
  answers: [],
});

/** The heading of the receipt. */
function title(form: WritableForm): unknown {
  form.submission.value = {
    kind: 'accepted',
    submission: submission('delivering'),
    sent: new Map(),
    refusal: undefined,
    next: null,
  };
  return detailsFile.replaceWords(formView(form), null)?.['receipt.title'];
}

describe('a detail that was refused because another system changed it', () => {
  test('is answered in a page opened again, also where nothing is kept of what was wanted', async () => {
    const form = await open({ email, meanwhile: ['email'] });
    expect(detailsFile.tellsUnchanged(form)).toBe(false);
    expect(detailsFile.given(form)).toMatchObject({ details: { email }, seen: { email } });
    expect(title(form)).toBe('Nothing was changed');
  });

  test('is not asked about where none was (control)', async () => {
    const form = await open({ email });
    expect(detailsFile.tellsUnchanged(form)).toBe(true);
    expect(detailsFile.given(form)).toMatchObject({ details: null });
  });
});

describe('that nothing was changed is said of a receipt', () => {
  const earlier = submission('refused');

  for (const after of [undefined, earlier])
    test(`but not where a change went before it, after ${after ? 'a' : 'no'} receipt`, async () => {
      const form = await open({ email, meanwhile: ['email'] });
      enter(form, 'mine@example.com');
      detailsFile.given(form, after);
      enter(form, email);
      for (const _time of [1, 2]) detailsFile.given(form, after);
      expect(title(form)).toBe('Your changes were sent');
    });

  test('where the change that went before it had a receipt (control)', async () => {
    const form = await open({ email, meanwhile: ['email'] });
    enter(form, 'mine@example.com');
    detailsFile.given(form);
    enter(form, email);
    detailsFile.given(form, earlier);
    expect(title(form)).toBe('Nothing was changed');
  });

  test.each([
    ['nothing', 'Nothing was changed'],
    ['changes', 'Your changes were sent'],
  ])('in a page opened again as the proxy says: %s', async (sent, said) => {
    const form = await open({ email, sent });
    expect(title(form)).toBe(said);
    form.reword((await open({ email })).tree);
    expect(title(form)).toBe(said);
  });

  test('and not of a change that is sent from such a page', async () => {
    const form = await open({ email, sent: 'nothing' });
    enter(form, 'mine@example.com');
    detailsFile.given(form);
    expect(title(form)).toBe('Your changes were sent');
  });

  test('and not of a change that goes after it', async () => {
    const form = await open({ email, meanwhile: ['email'] });
    detailsFile.given(form);
    enter(form, 'mine@example.com');
    detailsFile.given(form);
    expect(title(form)).toBe('Your changes were sent');
  });
});

test.each([
  ['a date that is written otherwise', { date_of_birth: '12 May 1990' }, {}],
  ['a day with a time', { date_of_birth: '1990-05-12T00:00:00Z' }, {}],
  ['blanks around a name', { email: ` ${email} ` }, {}],
  ['a number without its country', { phone: '020 7946 0018' }, { phone_iso2: '' }],
])('what is asked about and not changed goes as it was seen: %s', async (_name, held, beside) => {
  const form = await open({ ...held, meanwhile: Object.keys(held) });
  expect(detailsFile.given(form)).toMatchObject({
    details: { ...held, ...beside },
    seen: { ...held, ...beside },
  });
});

test('what was changed goes as it was written (control)', async () => {
  const form = await open({ email: ` ${email} `, meanwhile: ['email'] });
  enter(form, 'mine@example.com');
  expect(detailsFile.given(form)).toMatchObject({ details: { email: 'mine@example.com' } });
});
