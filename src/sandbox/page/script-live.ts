/** Third part of the page's script: live requests, calls to the sandbox, and the line that reports their result. */
export const scriptLive = `
const MOST_KEPT = 1000;
let requests = new Map();
let isFirst = true;

const statusText = (status) => (status === null ? 'open' : status === 0 ? 'no reply' : String(status));
const statusKind = (status) => (status === null ? 'open' : String(status).charAt(0));

/** Decoded as the client meant it: a plus that should have been written %2B shows as a space. */
function readable(path) {
  try { return decodeURIComponent(path.replace(/\\?.*/, (query) => query.replaceAll('+', ' '))); } catch { return path; }
}

const errorLine = ({ detail, code, pointer }) => make('li', {}, detail + ' ', make('span', { class: 'hint mono' }, pointer === null ? code : code + ' ' + pointer));
const errorList = (errors) => (errors.length === 0 ? [] : [make('ul', { class: 'errors', 'aria-label': 'Errors' }, errors.map(errorLine))]);

const fileLine = ({ name, context, size }) => make('li', {}, name + ' ', make('span', { class: 'hint mono' }, context + ' ' + bytes(size)));
const fileList = (files) => (files.length === 0 ? [] : [make('ul', { class: 'stored', 'aria-label': 'Files' }, files.map(fileLine))]);

const requestCells = (one) => [
  cell({ class: 'number' }, one.number),
  cell({ class: 'number' }, clock(one.at)),
  cell({ class: 'mono' }, one.method),
  cell({ class: 'full' }, make('span', { class: 'mono', title: one.path }, readable(one.path)), fileList(one.files), errorList(one.errors)),
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
  // Keeps requests that arrived while the list was read, unless the sandbox was restarted.
  const last = all.at(-1)?.number ?? 0;
  for (const entry of later.values()) if (entry.number > last && entry.seen === connection) requests.set(entry.number, entry);
  drawRequests();
});

function tell(text, kind) {
  isStillTrue = null;
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
`;
