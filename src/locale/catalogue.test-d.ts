/* Programs that must not compile: checked by `tsc`, never run. */
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { enFilling } from './en-filling.ts';
import { createMessages } from './messages.ts';

const all = { ...en, ...enFilling };
const messages = createMessages('en', all);
const first = createMessages('en', en);
const { yes: _yes, ...withoutYes } = all;

// @ts-expect-error a language that misses a key
export const missing: Catalogue = withoutYes;

// @ts-expect-error a plural sentence needs its plural forms in every language
export const flat: Catalogue = { ...all, 'summary.title': 'Es gibt ein Problem' };

// @ts-expect-error no such sentence
messages.text('form.sned');

// @ts-expect-error its places must be filled
messages.text('choose.between');

// @ts-expect-error every place must be filled
messages.text('choose.between', { minimum: 1 });

// @ts-expect-error a plural is chosen by a number
messages.text('summary.title', { count: 'two' });

messages.text('summary.title', { count: 2 });
messages.text('yes');
first.text('yes');

// @ts-expect-error a sentence that has not come yet
first.text('receipt.title');
