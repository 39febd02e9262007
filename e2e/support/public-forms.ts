/**
 * Public application forms, re-made by structure alone from what their makers document: which control a question has,
 * whether a follow-up waits for its condition, how many questions stand on a page. All have one plain style. Left out,
 * because it is not documented or is none of the structure: accounts, captchas, surveys, reading of a CV, their looks.
 */
import type { SampleForm, SampleQuestion } from '../../src/sandbox/sample-form.ts';

type ChoiceControl = 'select' | 'radios';

export interface PublicForm {
  readonly name: string;
  /** Where the structure is documented. */
  readonly source: string;
  readonly yesNo: ChoiceControl;
  readonly oneOfSeveral: ChoiceControl;
  /** `never`: no condition is documented, so what may follow is always there. */
  readonly followUps: 'never' | 'of selects' | 'all';
  readonly date: 'native' | 'typed';
  readonly questionsOnAPage: 'all' | 'one';
}

export const publicForms: readonly PublicForm[] = [
  {
    name: 'Greenhouse',
    source: 'Job Board API: multi_value_single_select for one of several, and for yes or no',
    yesNo: 'select',
    oneOfSeveral: 'select',
    followUps: 'never',
    date: 'native',
    questionsOnAPage: 'all',
  },
  {
    name: 'Ashby',
    source: 'Application forms: yes/no, multiple choice as radio buttons, checkboxes, date',
    yesNo: 'radios',
    oneOfSeveral: 'radios',
    followUps: 'never',
    date: 'native',
    questionsOnAPage: 'all',
  },
  {
    name: 'Workable',
    source: 'application_form: boolean, dropdown, multiple choice, date, file',
    yesNo: 'radios',
    oneOfSeveral: 'select',
    followUps: 'never',
    date: 'native',
    questionsOnAPage: 'all',
  },
  {
    name: 'SmartRecruiters',
    source: 'screening questions: single select; conditions on selected values alone',
    yesNo: 'radios',
    oneOfSeveral: 'select',
    followUps: 'of selects',
    date: 'native',
    questionsOnAPage: 'all',
  },
  {
    name: 'GOV.UK question pages',
    source: 'GOV.UK Design System: one question a page, radios, three fields for a date, check answers',
    yesNo: 'radios',
    oneOfSeveral: 'radios',
    followUps: 'all',
    date: 'typed',
    questionsOnAPage: 'one',
  },
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const label = (text: string) => `<label>${escaped(text)} <input type="radio" name="NAME"></label>`;

function choice(control: ChoiceControl, options: readonly string[]): string {
  if (control === 'select')
    return `<select><option></option>${options.map((one) => `<option>${escaped(one)}</option>`).join('')}</select>`;
  return `<div class="rows">${options.map(label).join('')}</div>`;
}

const dateOf = (form: PublicForm) =>
  form.date === 'native'
    ? '<input type="date">'
    : `<div class="parts">${['Day', 'Month', 'Year'].map((part) => `<label>${part}<input inputmode="numeric"></label>`).join('')}</div>`;

function controlOf(form: PublicForm, { type, options = [], maximum }: SampleQuestion): string {
  switch (type) {
    case 'long_text':
      return '<textarea rows="4"></textarea>';
    case 'boolean':
      return choice(form.yesNo, ['Yes', 'No']).replace('class="rows"', 'class="row"');
    case 'multiple_choice': {
      const texts = options.map((one) => (typeof one === 'string' ? one : one.text));
      return maximum === 1
        ? choice(form.oneOfSeveral, texts)
        : choice('radios', texts).replaceAll('radio', 'checkbox');
    }
    case 'date':
      return dateOf(form);
    case 'date_range':
      return `<p>From</p>${dateOf(form)}<p>To</p>${dateOf(form)}`;
    case 'document':
    case 'multi_document':
      return '<input type="file">';
    default:
      return '<input type="text">';
  }
}

const isFollowUp = ({ conditional }: SampleQuestion): boolean => conditional !== undefined;

/** What is on the page while nothing that leads to a follow-up was answered. */
function isShown(form: PublicForm, question: SampleQuestion, all: readonly SampleQuestion[]): boolean {
  if (!isFollowUp(question) || form.followUps === 'never') return true;
  if (form.followUps === 'all') return false;
  const parent = JSON.stringify(question.conditional);
  const leads = all.find(({ id }) => parent.includes(`"${id}"`));
  return leads?.type !== 'multiple_choice' && leads?.type !== 'boolean';
}

const details: readonly SampleQuestion[] = [
  { id: 'first_name', title: 'First name', type: 'short_text' },
  { id: 'last_name', title: 'Last name', type: 'short_text' },
  { id: 'email', title: 'Email address', type: 'short_text' },
  { id: 'phone', title: 'Phone number', type: 'short_text' },
];

const block = (form: PublicForm, question: SampleQuestion) =>
  `<section data-id="${question.id}"><h2>${escaped(question.title)}</h2>${question.help ?? ''}${controlOf(form, question).replaceAll('NAME', question.id)}</section>`;

const style = `body{font:16px/1.5 sans-serif;margin:16px}section{margin:0 0 32px}h1,h2{font-size:1em;margin:0 0 8px}
p{margin:0 0 8px}input:not([type=radio],[type=checkbox]),select,textarea,button{box-sizing:border-box;font:inherit;min-height:44px;width:100%}
.rows label{display:block;min-height:44px;margin:0 0 8px}.row,.parts{display:flex;gap:8px}.row label{flex:1;min-height:44px}`;

/** The pages of a form, each whole. */
export function pagesOf(form: PublicForm, sample: SampleForm): readonly string[] {
  const shown = sample.questions.filter((question) => isShown(form, question, sample.questions));
  const blocks = [...details, ...shown].map((question) => block(form, question));
  const page = (inside: string, button: string) =>
    `<!doctype html><meta name="viewport" content="width=device-width"><style>${style}</style><h1>${escaped(sample.title)}</h1>${inside}<button type="button">${button}</button>`;
  if (form.questionsOnAPage === 'all') return [page(blocks.join(''), 'Submit application')];
  const check = [...details, ...shown].map(({ title }) => `<p>${escaped(title)}<br>…</p>`).join('');
  return [...blocks.map((one) => page(one, 'Continue')), page(check, 'Accept and send')];
}
