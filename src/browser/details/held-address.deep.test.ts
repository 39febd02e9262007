/* Of an address that an application holds in half nothing is demanded but what the change itself needs. */
import { expect, test } from 'vitest';
import { detailId } from '../../core/model/details.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import type { WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { createMessages } from '../../locale/messages.ts';
import { fromDocument } from '../api/from-document.ts';
import { inTime } from '../api/in-time.ts';
import { asked } from './details.support.ts';
import { detailsFile } from './details-file.ts';

const nothing = { country: '', address1: '', address2: '', town: '', state_province: '', postcode: '' };

type Lines = Readonly<Partial<typeof nothing>>;

async function holding(held: Lines, isRequired: boolean): Promise<WritableForm> {
  const details = asked('address').map((detail) => ({
    ...detail,
    required: isRequired,
    value: { ...nothing, ...held },
  }));
  const loaded = fromDocument({ data: [], meta: { details, held: 'shown' } });
  if (!loaded.ok) throw new Error('The document cannot be read.');
  const speech = { language: 'en' as const, locale: 'en', words: null };
  const tools = { speech, messages: null, buildTree, createMessages, inTime };
  return createForm((await detailsFile.addDetails(loaded.value, tools)).tree);
}

const choices: readonly string[] = ['country', 'state_province'];

function change(form: WritableForm, lines: Lines): void {
  for (const [name, text] of Object.entries(lines)) {
    const chosen = { kind: 'choice', options: [text] } as const;
    const answer = choices.includes(name) ? chosen : ({ kind: 'text', text } as const);
    form.setAnswer(detailId(name), text ? answer : null);
  }
}

/** A country is missing beside what each of two countries has. */
const mixed = { state_province: 'Texas', postcode: 'LS1 1AA', address2: 'Flat 1' };
const british = { country: 'GB', address1: '1 High Street', town: 'Leeds', postcode: 'LS1 1AA' };
const american = { country: 'US', address1: '1 Main Street', town: 'Dayton', postcode: '45402' };

const rows: readonly (readonly [string, Lines, Lines, readonly string[]])[] = [
  ['lines of two countries: one line is changed', mixed, { postcode: 'LS2 2BB' }, []],
  ['lines of two countries: one line is added', mixed, { town: 'Leeds' }, []],
  ['lines of two countries: the country is added', mixed, { country: 'GB' }, []],
  ['no street: a line is emptied', { ...british, address1: '' }, { town: '' }, ['town']],
  ['no state: a line is changed', american, { town: 'Columbus' }, []],
  ['no town: a line is changed', { ...british, town: '' }, { postcode: 'LS2 2BB' }, []],
  ['no town: it becomes American', { ...british, town: '' }, { country: 'US' }, ['state_province']],
  ['a whole one: it becomes American', british, { country: 'US' }, ['state_province']],
  ['a whole one: a line is emptied', british, { town: '' }, ['town']],
  ['none: one is begun', nothing, { town: 'Leeds' }, ['country', 'address1', 'postcode']],
  ['a country alone: one is begun', { country: 'GB' }, { town: 'Leeds' }, ['address1', 'postcode']],
];

for (const isRequired of [false, true])
  test.each(rows)(
    `where an address ${isRequired ? 'has to' : 'may'} be given, held is %s`,
    async (_name, held, changed, demanded) => {
      const form = await holding(held, isRequired);
      expect(form.validate()).toEqual([]);
      change(form, changed);
      expect(form.validate()).toEqual(demanded.map((name) => detailId(name)));
    },
  );

test('where nothing is held, the same line demands the whole address (control)', async () => {
  const form = await holding(nothing, false);
  change(form, { postcode: 'LS2 2BB' });
  expect(form.validate()).toEqual(['country', 'address1', 'town'].map((name) => detailId(name)));
});
