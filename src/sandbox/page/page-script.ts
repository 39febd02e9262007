import { noFaults } from '../faults/faults.ts';

/**
 * The page's script. It is plain JavaScript in a string, so it needs no build, and a bundler cannot rename anything in
 * it. Data of the sandbox is only ever inserted as text nodes.
 */
export const pageScript = `
const MOST_SHOWN = 200;
const byId = (id) => document.getElementById(id);

/** Attributes by name; children are elements or texts. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children.flat().map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

async function json(path, request) {
  const reply = await fetch('_control/' + path, request);
  if (!reply.ok) throw new Error(String(reply.status));
  return reply.json();
}

const clock = (at) => new Date(at).toLocaleTimeString('en-GB');

/** Decoded as the client meant it: a plus that should have been written %2B shows as a space. */
function readable(path) {
  try { return decodeURIComponent(path.replace(/\\?.*/, (query) => query.replaceAll('+', ' '))); } catch { return path; }
}

const rows = new Map();

function showRequest(one) {
  const status = one.status === null ? 'open' : one.status === 0 ? 'no reply' : one.status;
  const about = [clock(one.at), one.milliseconds === null ? '' : one.milliseconds + ' ms', one.application === null ? '' : 'application ' + one.application, one.question === null ? '' : 'question ' + one.question, ...one.files.map(({ name, size }) => name + ' (' + size + ' bytes)')];
  const row = rows.get(one.number) ?? make('li', {});
  row.replaceChildren(
    make('span', { class: 'status', 'data-kind': String(status).charAt(0) }, status),
    make('span', {}, make('code', {}, one.method + ' ' + readable(one.path)), make('span', { class: 'hint' }, about.filter(Boolean).join(' · ')), one.errors.map(({ detail, code, pointer }) => make('span', { class: 'error' }, detail + ' ', make('code', {}, pointer ?? code)))),
  );
  if (!rows.has(one.number)) byId('requests').prepend(row);
  rows.set(one.number, row);
  for (const [number, old] of rows) {
    if (rows.size <= MOST_SHOWN) break;
    rows.delete(number);
    old.remove();
  }
}

/** What came while the list was read stays above it. */
async function readRequests() {
  rows.clear();
  byId('requests').replaceChildren();
  const all = (await json('requests')).slice(-MOST_SHOWN);
  const later = [...rows].filter(([number]) => number > (all.at(-1)?.number ?? 0));
  rows.clear();
  byId('requests').replaceChildren();
  for (const one of all) showRequest(one);
  for (const [number, row] of later) {
    rows.set(number, row);
    byId('requests').prepend(row);
  }
}

function valueText(value) {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value?.filename !== undefined) return value.filename + ' (' + value.size + ' bytes)';
  if (value?.from !== undefined) return value.from + ' to ' + value.to;
  return value ?? '–';
}

const shown = new Map();

/** What is held of one, while it is open. */
async function fill({ id, fold, content }) {
  if (!fold.open) return;
  const { answers, files } = await json('applications/' + id);
  const entries = [
    ...answers.map(({ question, title, value }) => [title + ' ', question, valueText(value)]),
    ...files.map(({ name, context, size, sha256 }) => [name + ' ', context, size + ' bytes, SHA-256 ' + sha256]),
  ];
  const rows = entries.map(([title, id, value]) => make('div', {}, make('dt', {}, title, make('code', {}, id)), make('dd', {}, value)));
  content.replaceChildren(rows.length === 0 ? make('p', { class: 'hint' }, 'No answer has come yet.') : make('dl', {}, rows));
}

function newApplication(id) {
  const summary = make('summary', {});
  const content = make('div', {});
  const fold = make('details', {}, summary, content);
  const one = { id, fold, summary, content, row: make('li', {}, fold) };
  fold.addEventListener('toggle', () => void fill(one));
  return one;
}

/** An application keeps its element, so that focus and what is open stay. */
async function readHoldings() {
  const { applications } = await json('holdings');
  for (const held of applications.reverse()) {
    const one = shown.get(held.id) ?? newApplication(held.id);
    const tags = held.tags.map(({ name }) => name);
    const words = [held.id, held.name ?? held.phone, held.job?.title, held.ended, held.stage, held.answers + (held.answers === 1 ? ' answer' : ' answers'), held.files > 0 && held.files + (held.files === 1 ? ' file' : ' files'), ...tags];
    one.summary.textContent = words.filter(Boolean).join(' · ');
    if (!shown.has(held.id)) byId('applications').prepend(one.row);
    shown.set(held.id, one);
    await fill(one);
  }
}

/** Only one read at a time; changes during a read cause exactly one more. */
function single(read) {
  let state = 'idle';
  return async function run() {
    if (state !== 'idle') { state = 'again'; return; }
    state = 'busy';
    try { await read(); } catch { /* The line is down: the next event tells. */ }
    const again = state === 'again';
    state = 'idle';
    if (again) setTimeout(run, 150);
  };
}

const usual = ${JSON.stringify(noFaults)};

function showFaults(now) {
  const on = Object.keys(usual).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(usual[name]));
  byId('faults').textContent = 'Faults on: ' + (on.join(', ') || 'none') + '.';
  byId('no-faults').hidden = on.length === 0;
}

const reads = { holdings: single(readHoldings), faults: single(async () => showFaults(await json('faults'))) };
const words = { live: 'Live', waiting: 'Reconnecting…', refused: 'Only on its own machine' };

function connected(state) {
  byId('connection').dataset.state = state;
  byId('connection').textContent = words[state];
}

/** The browser reconnects by itself; one read then catches up on what was missed. */
const events = new EventSource('_control/events');
events.addEventListener('open', () => {
  connected('live');
  shown.clear();
  byId('applications').replaceChildren();
  void readRequests().catch(() => undefined);
  void reads.holdings();
  void reads.faults();
});
events.addEventListener('error', () => connected(events.readyState === EventSource.CLOSED ? 'refused' : 'waiting'));
events.addEventListener('request', ({ data }) => showRequest(JSON.parse(data)));
events.addEventListener('holdings', () => reads.holdings());
events.addEventListener('faults', () => reads.faults());

byId('address').textContent = new URL('.', location.href).href.replace(/\\/$/, '');
byId('no-faults').addEventListener('click', async () => {
  showFaults(await json('faults', { method: 'PUT', body: '{}' }));
  byId('connection').tabIndex = -1;
  byId('connection').focus();
});
`;
