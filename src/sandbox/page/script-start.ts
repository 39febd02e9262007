/** Last part of the page's script: the forms, and the start of everything else. */
export const scriptStart = String.raw`
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

/** The browser reconnects by itself; one read then catches up on what was missed. */
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

/** Beside a server of Apply Form there are its other pages; a sandbox that runs alone has none. */
async function listPages() {
  const opens = async (path, accept) => {
    try { return (await fetch(path, { method: 'HEAD', headers: { accept } })).ok; } catch { return false; }
  };
  if (!location.pathname.endsWith('/sandbox/') || !(await opens('../healthz', '*/*'))) return;
  const own = byId('pages').firstElementChild;
  const item = (name, path) => make('li', {}, make('a', { href: path }, name));
  own.before(item('Demo', '../'));
  if (await opens('../docs/', 'text/html')) own.before(item('Docs', '../docs/'));
  if (await opens('../attention', 'text/html')) own.after(item('Attention', '../attention'));
}

const address = new URL('.', location.href).href.replace(/\/$/, '');
byId('address').textContent = address;
byId('ask-address').textContent = address;
byId('copy').addEventListener('click', async () => {
  try { await navigator.clipboard.writeText(byId('curl').textContent); tell('The line is copied.'); } catch { tell('The browser does not let the page copy.', 'bad'); }
});
byId('apply').addEventListener('click', apply);
for (const name of Object.keys(limits)) {
  byId('more-' + name).addEventListener('click', () => {
    limits[name] += 100;
    drawRequests();
    if (held !== null) showHoldings(held);
  });
}
addEventListener('hashchange', () => showChosen(true));
listPages();
listFaults();
listen();
`;
