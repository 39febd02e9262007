/**
 * First part of the page's script: tables that keep their rows. It is plain JavaScript in a string, so it needs no
 * build, and a bundler cannot rename anything in it. Data of the sandbox is only ever inserted as text nodes.
 */
export const scriptTables = `
const byId = (id) => document.getElementById(id);

/** Attributes by name; children are elements or texts. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes ?? {})) element.setAttribute(attribute, value);
  element.append(...children.flat().map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

const cell = (attributes, ...children) => make('td', { role: 'cell', ...attributes }, ...children);
const head = (attributes, ...children) => make('th', { role: 'rowheader', scope: 'row', ...attributes }, ...children);
const clock = (at) => make('time', { datetime: at, title: at }, new Date(at).toLocaleTimeString('en-GB'));
const day = (at) => make('time', { datetime: at, title: at }, new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', calendar: 'gregory' }));
const link = (id) => make('a', { href: '#application=' + encodeURIComponent(id) }, id);
const isNothing = (text) => text === null || text === undefined || text === '';
const empty = (text) => (isNothing(text) ? '–' : text);
/** An empty cell is left out on small screens. */
const maybe = (attributes, value) => cell(isNothing(value) ? { ...attributes, class: 'nothing' } : attributes, empty(value));

/** Two tags with the same name are told apart by their context. */
function tag({ name, context }) {
  return make('span', { class: context === null ? 'tag system' : 'tag' }, name, ' ', make('span', { class: 'context' }, context ?? 'system'));
}

const tagsOf = (tags) => (tags.length === 0 ? '–' : tags.map(tag));

const signs = new WeakMap();

/** Puts rows in order; a row whose item is unchanged is not touched, so it keeps the focus. */
function fill(body, items, { key, cells, isNew }) {
  const before = new Map([...body.children].map((row) => [row.dataset.key, row]));
  let place = body.firstElementChild;
  for (const item of items) {
    const name = key(item);
    const old = before.get(name);
    before.delete(name);
    const sign = JSON.stringify(item);
    const row = old ?? make('tr', { role: 'row', 'data-key': name, class: isNew ? 'is-new' : '' });
    if (signs.get(row) !== sign) changeCells(row, cells(item));
    signs.set(row, sign);
    if (row === place) place = place.nextElementSibling;
    else body.insertBefore(row, place);
  }
  for (const row of before.values()) row.remove();
}

/** Replaces only changed cells, so that an unchanged link keeps the focus. */
function changeCells(row, cells) {
  cells.forEach((one, index) => {
    const old = row.children[index];
    if (old === undefined) row.append(one);
    else if (old.outerHTML !== one.outerHTML) old.replaceWith(one);
  });
}

/** How many rows of a long table are shown before more are requested. */
const isNarrow = matchMedia('(max-width: 47.99rem)').matches;
const limits = { requests: isNarrow ? 8 : 12, applications: isNarrow ? 8 : 12 };

function show(name, items, { none, count = items.length, ...kind }) {
  const table = byId(name);
  const limit = limits[name] ?? items.length;
  fill(table.tBodies[0], items.slice(0, limit), kind);
  if (name in limits) byId('more-' + name).hidden = items.length <= limit;
  table.classList.toggle('is-empty', items.length === 0);
  byId(name + '-none').textContent = items.length === 0 ? none : '';
  byId(name + '-none').hidden = items.length > 0;
  byId(name + '-count').textContent = String(count);
}
`;
