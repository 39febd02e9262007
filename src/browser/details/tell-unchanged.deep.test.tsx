import { act, screen } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../core/model/answer.ts';
import { detailId } from '../../core/model/details.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import type { WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { createMessages } from '../../locale/messages.ts';
import { drawView, formView } from '../../ui/ui.support.tsx';
import { fromDocument } from '../api/from-document.ts';
import { inTime } from '../api/in-time.ts';
import { sentAnswers } from '../submission/sent.ts';
import { asked } from './details.support.ts';
import { detailsFile } from './details-file.ts';

const address = { address1: '1 Main Street', town: 'Leeds', postcode: 'LS1 1AA' };
const inAmerica = { ...address, country: 'US', state_province: 'Texas' };
const inBritain = { ...address, country: 'GB' };

/** A form of changes alone, whose application has this address and no date of birth. */
async function correct(held: object): Promise<WritableForm> {
  const value = {
    country: '',
    address1: '',
    address2: '',
    city: '',
    state_province: '',
    zip_code: '',
    ...held,
  };
  const details = asked('address', 'date_of_birth').map((detail) => ({
    ...detail,
    value: detail.name === 'address' ? value : { [detail.name]: '' },
  }));
  const loaded = fromDocument({ data: [], meta: { details, held: 'read' } });
  if (!loaded.ok) throw new Error('The document cannot be read.');
  const speech = { language: 'en' as const, locale: 'en', words: null };
  const tools = { speech, messages: null, buildTree, createMessages, inTime };
  return createForm((await detailsFile.addDetails(loaded.value, tools)).tree);
}

const enter = (form: WritableForm, name: string, answer: Answer | null) =>
  act(() => form.setAnswer(detailId(name), answer));
const country = (text: string) => ({ kind: 'choice' as const, options: [text] });
const line = { kind: 'text' as const, text: 'Flat 2' };

const draw = (form: WritableForm) => drawView(formView(form), { details: detailsFile });
const said = () => screen.queryByText('You have not changed anything yet.');

describe('that nothing was changed', () => {
  test('is said where a line was typed that the country does not have, until it shows again', async () => {
    const form = await correct(inAmerica);
    draw(form);
    enter(form, 'country', country('GB'));
    enter(form, 'address2', line);
    enter(form, 'country', country('US'));
    act(() => expect(detailsFile.tellsUnchanged(form)).toBe(true));
    expect(said()).not.toBeNull();
    enter(form, 'country', country('GB'));
    expect(said()).toBeNull();
    act(() => expect(detailsFile.tellsUnchanged(form)).toBe(false));
  });

  test('is said where the host sends before the place for it is drawn', async () => {
    const form = await correct(inBritain);
    detailsFile.tellsUnchanged(form);
    draw(form);
    expect(said()).not.toBeNull();
  });

  test('is not said of a date that cannot be read, which has an error of its own', async () => {
    const form = await correct(inBritain);
    draw(form);
    enter(form, 'date_of_birth', { kind: 'unreadable', typed: '31 31' });
    act(() => expect(detailsFile.tellsUnchanged(form)).toBe(false));
    expect(form.validate()).toEqual([detailId('date_of_birth')]);
  });
});

describe('the receipt of a correction', () => {
  test('lists what was changed and went, and no line that the country does not have', async () => {
    const form = await correct(inBritain);
    enter(form, 'address2', line);
    expect([...sentAnswers(form).keys()]).toEqual([detailId('address2')]);
    enter(form, 'country', country('US'));
    enter(form, 'state_province', country('Texas'));
    const { details } = detailsFile.given(form);
    expect(details).toEqual({ country: 'US', state_province: 'Texas' });
    expect([...sentAnswers(form).keys()]).toEqual(
      ['country', 'state_province'].map((name) => detailId(name)),
    );
  });

  test('lists a detail that was cleared', async () => {
    const form = await correct({ ...inBritain, address2: 'Flat 2' });
    enter(form, 'address2', null);
    expect([...sentAnswers(form)]).toEqual([[detailId('address2'), null]]);
  });
});
