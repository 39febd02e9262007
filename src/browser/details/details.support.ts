/* For tests: a form with more details than names and email. */

import type { WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { fromDocument, type LoadedForm } from '../proxy/access.ts';
import { addDetails } from './add-details.ts';

const letters = { bytes: 30 * 1_048_576, types: ['.pdf', '.doc', '.docx', '.txt', '.rtf'] };

export const everyDetail = [
  'first_name',
  'last_name',
  'preferred_name',
  'preferred_pronouns',
  'email',
  'phone',
  'date_of_birth',
  'linkedin_url',
  'address',
  'summary',
  'cv',
  'cover_letter',
  'documents',
].map((name) => ({
  name,
  required: true,
  ...(/^(cv|cover_letter)$/.test(name) && { limits: letters }),
  ...(name === 'documents' && { limits: { bytes: 10 * 1_048_576, types: ['.pdf', '.png'] } }),
}));

export const detailsNamed = (...names: readonly string[]) =>
  everyDetail.filter(({ name }) => names.includes(name));

export const terms = {
  id: 'terms',
  version: '3',
  text: 'I agree to the [terms](https://example.com/terms).',
  language: 'en',
  required: true,
};

export const gender = {
  id: 'gender',
  title: 'What is your gender?',
  options: [
    { id: '9', text: 'I prefer not to say', undisclosed: true },
    { id: '1', text: 'Woman' },
    { id: '2', text: 'Man' },
  ],
};

const question = (id: string, parent?: string) => ({
  type: 'questions',
  id,
  attributes: {
    title: `Question ${id}`,
    question_type: parent ? 'short_text' : 'boolean',
    ...(parent && {
      conditional: { parent_question_id: parent, conditions: [{ operator: 'equals', value: 'true' }] },
    }),
  },
});

/** A document of three questions, the second with a follow-up, and the given `meta`. */
const documentWith = (meta: object) => ({
  data: ['1', '2', '3'].map((id) => question(id)),
  included: [question('21', '2')],
  meta,
});

export function loadWith(meta: object): LoadedForm {
  const loaded = fromDocument(documentWith(meta));
  if (!loaded.ok) throw new Error('The document cannot be read.');
  if (!loaded.value.further) return loaded.value;
  return addDetails(loaded.value, { language: 'en', locale: 'en', words: null }, null);
}

export const formWith = (meta: object): WritableForm => createForm(loadWith(meta).tree);
