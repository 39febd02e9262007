/** Second part of the page's script: what the sandbox stores, and one application in full. */
export const scriptHoldings = `
const tagCell = ({ tags }) => cell({ class: tags.length === 0 ? 'nothing' : 'full' }, tagsOf(tags));

/** The outcome first, then the stage; a stage can have the same name as the outcome. */
function stageOf({ stage, ended }) {
  if (ended === null) return [empty(stage)];
  const end = make('span', { class: 'state ' + ended }, ended);
  return isNothing(stage) || stage.toLowerCase() === ended ? [end] : [end, ' at stage ' + stage];
}

const stageCell = (one) => (one.ended === null ? maybe({}, one.stage) : cell({}, stageOf(one)));

const applicationCells = (one) => [
  head({ class: 'number' }, link(one.id)),
  cell({ class: one.name === null ? 'number' : 'who' }, empty(one.name ?? one.phone)),
  cell({ class: 'full' }, one.job === null ? '–' : one.job.title),
  stageCell(one),
  tagCell(one),
  cell({ class: 'number', 'data-label': 'Answers' }, one.answers),
  cell({ class: 'number', 'data-label': 'Files' }, one.files),
];

const jobSeekerCells = (one) => [
  head({ class: 'number' }, one.id),
  cell({ class: 'who', 'data-label': 'Candidate' }, empty(one.name ?? one.candidate)),
  tagCell(one),
];

const tagCells = (one) => [
  head({ class: 'full' }, one.name),
  cell({}, one.context === null ? 'system' : make('code', {}, one.context)),
  cell({ 'data-label': 'Filterable', class: one.filterable ? 'yes' : '' }, one.filterable ? 'yes' : 'no'),
];

const formCells = (one) => [
  head({ class: 'full' }, one.name),
  cell({}, one.job.title, make('br'), make('span', { class: 'hint' }, 'job ' + one.job.id + ', ' + one.job.state)),
  cell({ class: 'number', 'data-label': 'Questions' }, one.questions),
];

let held = null;

function showHoldings(next) {
  held = next;
  const byName = (one) => one.id;
  show('applications', held.applications, { key: byName, cells: applicationCells, none: 'There is none yet. Make one above.', count: held.counts.applications });
  show('job-seekers', held.job_seekers, { key: byName, cells: jobSeekerCells, none: 'There is none yet: each application brings one.', count: held.counts.job_seekers });
  show('tags', held.tags, { key: (one) => one.context + ' ' + one.name, cells: tagCells, none: 'There is none.' });
  markChosen();
}

const chosenId = () => new URLSearchParams(location.hash.slice(1)).get('application') ?? '';

function markChosen() {
  for (const row of document.querySelectorAll('#applications tbody tr')) row.classList.toggle('is-chosen', row.dataset.key === chosenId());
}

const fact = (name, ...value) => make('div', {}, make('dt', {}, name), make('dd', {}, ...value));

function smallTable(caption, heads, rows) {
  const top = make('tr', { role: 'row' }, heads.map((text) => make('th', { scope: 'col', role: 'columnheader' }, text)));
  const body = rows.map((cells) => make('tr', { role: 'row' }, cells));
  return make('table', { role: 'table' }, make('caption', {}, caption), make('thead', { role: 'rowgroup' }, top), make('tbody', { role: 'rowgroup' }, body));
}

const plain = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

function answerValue(value) {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value?.filename !== undefined) return value.filename + ' (' + bytes(value.size) + ')';
  if (value?.from !== undefined) return value.from + ' to ' + value.to;
  return empty(value);
}

const answerRow = (one) => [
  head({ class: 'full' }, one.title || 'Question ' + one.question, ' ', make('span', { class: 'hint' }, one.question)),
  cell({ class: 'full' }, answerValue(one.value)),
  cell({ class: 'number' }, clock(one.at)),
];

/** The sandbox's own file addresses become links; others are shown as text. */
function fileName({ name, url }) {
  const isOwn = URL.canParse(url) && new URL(url).origin === location.origin;
  return isOwn ? make('a', { href: url, rel: 'noreferrer' }, name) : name;
}

const bytes = (size) => size.toLocaleString('en-GB') + ' bytes';

const fileRow = (one) => [
  head({}, fileName(one)),
  cell({}, one.context, make('br'), make('span', { class: 'hint' }, bytes(one.size))),
  cell({ class: 'full hint mono' }, one.sha256),
];

const attributeRow = ([name, value]) => [head({}, make('code', {}, name)), cell({ class: 'full' }, plain(value))];

/** Collapsed, because it is long and seldom needed. */
const fold = (id, name, content) => make('details', { class: 'fold', id: 'chosen-' + id }, make('summary', {}, name), content);

function details({ summary, answers, files, resource }) {
  const given = Object.entries(resource.attributes).filter(([name, value]) => value !== null && name !== 'attachments' && name !== 'tags');
  const none = (text) => make('p', { class: 'none' }, text);
  return [
    make('dl', { class: 'facts' }, fact('Who', empty(summary.name ?? summary.phone)), fact('Job', summary.job === null ? '–' : summary.job.title), fact('Stage', ...stageOf(summary)), fact('Source', empty(summary.source)), fact('Made', day(summary.at)), fact('Tags', tagsOf(summary.tags))),
    make('div', { class: 'halves' },
      make('div', {}, make('h3', {}, 'Answers'), answers.length === 0 ? none('No answer has come yet.') : smallTable('In the order in which they came.', ['Question', 'Answer', 'Came'], answers.map(answerRow))),
      make('div', {}, make('h3', {}, 'Files'), files.length === 0 ? none('It has no files.') : smallTable('Attachments of the application.', ['Name', 'Context and size', 'SHA-256'], files.map(fileRow)))),
    fold('attributes', 'Attributes', smallTable('Those that have a value.', ['Name', 'Value'], given.map(attributeRow))),
    fold('json', 'The resource as JSON', make('pre', { tabindex: '0' }, JSON.stringify(resource, null, 2))),
  ];
}

async function showChosen(wantsFocus) {
  const id = chosenId();
  markChosen();
  byId('chosen').hidden = id === '';
  if (id === '') return;
  const reply = await fetch('_control/applications/' + encodeURIComponent(id));
  if (id !== chosenId()) return;
  const found = reply.ok ? await reply.json() : null;
  byId('chosen-title').textContent = 'Application ' + id;
  const open = [...document.querySelectorAll('#chosen details[open]')].map((one) => one.id);
  byId('chosen-content').replaceChildren(...(found === null ? [make('p', { class: 'none' }, 'There is no such application.')] : details(found)));
  for (const id of open) byId(id)?.setAttribute('open', '');
  if (wantsFocus) byId('chosen-title').focus();
}
`;
