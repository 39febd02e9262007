/** What the forms of the sandbox's sample jobs ask, as an operator could configure it. */
import { analystSettings } from '../../../sandbox/forms/analyst-settings.ts';
import type { SampleForm } from '../../../sandbox/sample-form.ts';
import { sampleForms } from '../../../sandbox/sample-forms.ts';
import type { FormSettings } from '../../forms/form-settings.ts';

const headOf = ({ job: { company, location } }: SampleForm): Partial<FormSettings> => ({
  employer: company,
  place: { en: location },
});

/** What a question asks for is not asked twice. */
const asksForCv = ({ questions }: SampleForm) => questions.some(({ title }) => title === 'Your CV');

function asking(form: SampleForm): Partial<FormSettings> {
  if (form.name === 'analyst') return analystSettings;
  return asksForCv(form) ? { details: { cv: 'no' } } : {};
}

const byJob = (more: typeof asking): Readonly<Record<string, Partial<FormSettings>>> =>
  Object.fromEntries(sampleForms.map((form) => [form.job.id, { ...more(form), ...asking(form) }]));

const headed = byJob(headOf);
const withoutHead = byJob(() => ({}));

/**
 * By the ids of jobs; the same objects each time.
 * @param employer of the tenant: instead of those of the sample jobs
 */
export const sampleSettings = (employer?: string): typeof headed =>
  employer === undefined ? headed : withoutHead;
