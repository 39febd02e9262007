import type { Form, WritableForm } from './contract.ts';

declare const form: Form;
declare const own: WritableForm;

own.attempts.value += 1;
own.submission.value = { kind: 'sending' };

// @ts-expect-error A screen may only read what was edited.
form.edited.value = null;
// @ts-expect-error Not writable even through the writable form.
own.edited.value = null;
// @ts-expect-error
form.submission.value = { kind: 'sending' };
// @ts-expect-error
form.attempts.value += 1;
// @ts-expect-error
form.change.value = null;
// @ts-expect-error
form.allowed.value = null;
// @ts-expect-error
form.draft.value = null;
// @ts-expect-error
for (const field of form.order) field.touched.value = 'fresh';
