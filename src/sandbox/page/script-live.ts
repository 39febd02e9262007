/** Last part of the page's script: the requests as they come, the faults, and the line that tells of both. */
export const scriptLive = String.raw`
const MOST_KEPT = 1000;
let requests = new Map();
let isFirst = true;

const statusText = (status) => (status === null ? 'open' : status === 0 ? 'no reply' : String(status));
const statusKind = (status) => (status === null ? 'open' : String(status).charAt(0));

const requestCells = (one) => [
  cell({ class: 'number' }, one.number),
  cell({ class: 'number' }, clock(one.at)),
  cell({ class: 'mono' }, one.method),
  cell({ class: 'mono full' }, one.path),
  cell({ class: 'status', 'data-kind': statusKind(one.status) }, statusText(one.status)),
  maybe({ class: 'number' }, one.milliseconds === null ? null : one.milliseconds + ' ms'),
  maybe({ class: 'number' }, one.application === null ? null : link(one.application)),
];

let isDrawing = false;

function drawRequests() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    const newest = [...requests.values()].sort((left, right) => right.number - left.number);
    for (const old of newest.slice(MOST_KEPT)) requests.delete(old.number);
    const count = newest[0]?.number ?? 0;
    show('requests', newest.slice(0, MOST_KEPT), { key: (one) => String(one.number), cells: requestCells, isNew: !isFirst, none: 'None has come yet.', count });
    isFirst = false;
  });
}

/** One reading at a time; what changes meanwhile is one more. */
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

const json = async (path) => {
  const reply = await fetch('_control/' + path);
  if (!reply.ok) throw new Error(String(reply.status));
  return reply.json();
};

const readHoldings = single(async () => {
  showHoldings(await json('holdings'));
  await showChosen(false);
});

const readRequests = single(async () => {
  const all = await json('requests');
  const later = requests;
  requests = new Map(all.slice(-MOST_KEPT).map((entry) => [entry.number, entry]));
  // What came while the list was read, unless the sandbox is another one by now.
  const last = all.at(-1)?.number ?? 0;
  for (const entry of later.values()) if (entry.number > last && entry.seen === connection) requests.set(entry.number, entry);
  drawRequests();
});

/** The usual ones: what they do to the faults, and how one sees that they are on. */
const without = (list, path) => list.filter((one) => one.path !== path);
const usual = [
  ['Not enabled', 'The integration is off: 403 to every request.', 'integration_disabled', (now) => now.integration_disabled, (now, on) => ({ ...now, integration_disabled: on })],
  ['Slow', 'Every reply waits two seconds.', 'delay', (now) => now.delay > 0, (now, on) => ({ ...now, delay: on ? 2000 : 0 })],
  ['Too many requests', '429 to the next five, again after five seconds.', 'status', (now) => now.status.some((one) => one.path === '/api' && one.status === 429), (now, on) => ({ ...now, status: [...without(now.status, '/api'), ...(on ? [{ path: '/api', status: 429, requests: 5, retry_after: 5 }] : [])] })],
  ['Unexpected failure', '500 to the next request to answers.', 'status', (now) => now.status.some((one) => one.path === '/api/v1/answers' && one.status === 500), (now, on) => ({ ...now, status: [...without(now.status, '/api/v1/answers'), ...(on ? [{ path: '/api/v1/answers', status: 500, requests: 1, retry_after: null }] : [])] })],
  ['Lost reply', 'The next answer is stored, and its connection ends without a word.', 'disturb', (now) => now.disturb.some((one) => one.path === '/api/v1/answers'), (now, on) => ({ ...now, disturb: [...without(now.disturb, '/api/v1/answers'), ...(on ? [{ path: '/api/v1/answers', method: 'POST', reply: 'drop', commit: 'now', requests: 1 }] : [])] })],
  ['Maintenance page', 'The list of questions is HTML.', 'bad_document', (now) => now.bad_document !== null, (now, on) => ({ ...now, bad_document: on ? 'html' : null })],
  ['Late reads', 'What is stored shows ten seconds later.', 'reads_lag', (now) => now.reads_lag > 0, (now, on) => ({ ...now, reads_lag: on ? 10000 : 0 })],
  ['No list', 'The key may not list applications: 403.', 'no_list', (now) => now.no_list, (now, on) => ({ ...now, no_list: on })],
];
const isSet = (value) => value !== false && value !== null && value !== 0 && value !== 'both' && !(Array.isArray(value) && value.length === 0);

let faults = {};

function showFaults(now) {
  faults = now;
  const on = usual.filter(([, , , isOn]) => isOn(now)).map(([name]) => name);
  const named = new Set(['seed', ...usual.map(([, , member]) => member)]);
  const others = Object.keys(now).filter((name) => !named.has(name) && isSet(now[name]));
  byId('faults-on').textContent = on.length + others.length === 0 ? 'none on' : [...on, ...others].join(', ');
  usual.forEach(([, , , isOn], place) => { byId('fault-' + place).checked = isOn(now); });
}

const readFaults = single(async () => showFaults(await json('faults')));

function tell(text, kind) {
  byId('feedback').dataset.kind = kind ?? 'good';
  byId('feedback').replaceChildren(...[text].flat());
}

async function send(method, path, body) {
  try {
    const reply = await fetch('_control/' + path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answer = await reply.json();
    if (reply.ok) return answer;
    tell(answer.error ?? 'The sandbox refused it.', 'bad');
  } catch {
    tell('The sandbox cannot be reached.', 'bad');
  }
  return null;
}

async function putFaults(next, text) {
  const now = await send('PUT', 'faults', next);
  if (now === null) return readFaults();
  showFaults(now);
  tell(text);
}

function listFaults() {
  usual.forEach(([name, text, , , change], place) => {
    const box = make('input', { type: 'checkbox', id: 'fault-' + place });
    box.addEventListener('change', () => putFaults(change(faults, box.checked), name + ' is ' + (box.checked ? 'on.' : 'off.')));
    byId('fault-list').append(make('li', {}, make('label', {}, box, make('strong', {}, name), make('span', { class: 'hint' }, text))));
  });
  byId('no-faults').addEventListener('click', () => putFaults({}, 'All faults are off.'));
}

async function listForms() {
  const forms = await json('forms');
  show('forms', forms, { key: (one) => one.name, cells: formCells, none: 'There is none.' });
  const chosen = byId('form').value;
  byId('form').replaceChildren(...forms.map((one) => make('option', { value: one.name }, one.title)));
  if (chosen !== '') byId('form').value = chosen;
}

async function apply() {
  const select = byId('form');
  const made = await send('POST', 'applications', { form: select.value });
  if (made !== null) tell(['Application ', link(made.id), ' was made for ' + select.selectedOptions[0].textContent + '.']);
}

const words = { live: 'Live', waiting: 'Reconnecting…', refused: 'Only on its own machine' };
let connection = 0;

function connected(state) {
  const line = byId('connection');
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = words[state];
}

/** The browser connects again by itself; whatever was missed meanwhile is read once. */
function listen() {
  const events = new EventSource('_control/events');
  events.addEventListener('open', () => {
    connected('live');
    connection += 1;
    for (const read of [readHoldings, readRequests, readFaults, single(listForms)]) void read();
  });
  events.addEventListener('error', () => connected(events.readyState === EventSource.CLOSED ? 'refused' : 'waiting'));
  events.addEventListener('request', ({ data }) => {
    const entry = { ...JSON.parse(data), seen: connection };
    requests.set(entry.number, entry);
    drawRequests();
  });
  events.addEventListener('holdings', () => readHoldings());
  events.addEventListener('faults', () => readFaults());
}

byId('address').textContent = new URL('.', location.href).href.replace(/\/$/, '');
byId('apply').addEventListener('click', apply);
for (const name of Object.keys(limits)) {
  byId('more-' + name).addEventListener('click', () => {
    limits[name] += 100;
    drawRequests();
    if (held !== null) showHoldings(held);
  });
}
addEventListener('hashchange', () => showChosen(true));
listFaults();
listen();
`;
