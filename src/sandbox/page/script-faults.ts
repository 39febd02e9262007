/**
 * Fourth part of the page's script: the usual faults as switches, and a note about faults that were set elsewhere.
 */
export const scriptFaults = `
const answersPath = '/api/v1/answers';
const nextAnswers = { path: answersPath, status: 500, requests: 3, retry_after: null };
const always = { method: null, commit: 'none', after: 0, retry_after: null, requests: null, probability: 1 };
const down = { ...always, path: '/api/v1', reply: 503 };
const busy = { ...always, path: answersPath, method: 'POST', reply: 429, retry_after: 3 };
const lost = { ...always, path: answersPath, method: 'POST', reply: 'drop', commit: 'now' };

/** What a switch sets: a value of its own, or one item of a list. */
const usual = [
  { name: 'Service down', text: '503 to every request.', seen: 'the receipt, if the form was read before. The answers arrive when the service is back.', member: 'disturb', item: down },
  { name: 'Slow', text: 'Every reply waits three seconds.', seen: 'a new form opens later, and the receipt waits up to eight seconds for what it tells.', member: 'delay', value: 3000, off: 0 },
  { name: 'Too many requests', text: '429 to every answer, again after three seconds.', seen: 'a receipt that says that the answers are on their way. They go on by themselves.', member: 'disturb', item: busy },
  { name: 'Lost replies', text: 'Every answer is stored, and its connection ends without a word.', seen: 'the receipt. Each answer is looked up about a minute later and not sent twice.', member: 'disturb', item: lost },
  { name: 'Not enabled', text: 'The integration is off: 403 to every request.', seen: 'an open form can be sent and has its receipt; delivery waits. A new form does not open.', member: 'integration_disabled', value: true, off: false },
  { name: 'Unexpected failure', text: '500 to the next three requests to answers.', seen: 'the receipt. It is looked up whether an answer arrived before it is sent again.', member: 'status', item: nextAnswers },
  { name: 'Maintenance page', text: 'The list of questions is HTML.', seen: 'a form that was read before opens as ever, another one does not.', member: 'bad_document', value: 'html', off: null },
  { name: 'Late reads', text: 'What is stored shows ten seconds later.', seen: 'nothing, unless a reply is lost too: then the last word takes longer.', member: 'reads_lag', value: 10000, off: 0 },
  { name: 'No list', text: 'The key may not list applications: 403.', seen: 'nothing, unless the making of an application breaks off: then it may wait for the operator.', member: 'no_list', value: true, off: false },
];

/** Some of the requests that it affects may have arrived already. */
const isItem = (item) => (one) => Object.keys(item).every((name) => (name === 'requests' && item.requests !== null ? one.requests !== null && one.requests <= item.requests : one[name] === item[name]));

const isOn = ({ member, value, item }, now) => (item === undefined ? now[member] === value : now[member].some(isItem(item)));

/** The first matching item counts, so the one that was just switched on is put first. */
function switched({ member, value, off, item }, now, on) {
  if (item === undefined) return { ...now, [member]: on ? value : off };
  const others = now[member].filter((one) => !isItem(item)(one));
  return { ...now, [member]: on ? [item, ...others] : others };
}

const isSet = (value) => value !== false && value !== null && value !== 0 && value !== 'both' && !(typeof value === 'object' && Object.keys(value).length === 0);

/** Names of the faults that were set without the switches; a seed alone does nothing. */
function otherFaults(now) {
  const rest = usual.reduce((left, one) => (isOn(one, left) ? switched(one, left, false) : left), now);
  return Object.keys(rest).filter((name) => name !== 'seed' && isSet(rest[name]));
}

let faults = {};
/** What the page's line says about faults, as functions of them; null: nothing. */
let isStillTrue = null;

function showFaults(now) {
  faults = now;
  const others = otherFaults(now);
  const on = [...usual.filter((one) => isOn(one, now)).map(({ name }) => name), ...others];
  byId('faults-on').textContent = on.length === 0 ? 'none on' : on.join(', ');
  byId('other-faults').textContent = 'Other faults are set (PUT /_control/faults): ' + others.join(', ') + '.';
  byId('other-faults').hidden = others.length === 0;
  usual.forEach((one, place) => { byId('fault-' + place).checked = isOn(one, now); });
  if (isStillTrue !== null && !isStillTrue(now)) tell('');
}

const readFaults = single(async () => showFaults(await json('faults')));

async function putFaults(next, text, isTrue) {
  const now = await send('PUT', 'faults', next);
  if (now === null) return readFaults();
  showFaults(now);
  tell(text);
  isStillTrue = isTrue;
}

function listFaults() {
  usual.forEach((one, place) => {
    const box = make('input', { type: 'checkbox', role: 'switch', id: 'fault-' + place });
    box.addEventListener('change', () => {
      const on = box.checked;
      putFaults(switched(one, faults, on), one.name + ' is ' + (on ? 'on.' : 'off.'), (now) => isOn(one, now) === on);
    });
    byId('fault-list').append(make('li', {}, make('label', {}, box, make('strong', {}, one.name), make('span', { class: 'hint' }, one.text), make('span', { class: 'hint seen' }, one.seen))));
  });
  byId('no-faults').addEventListener('click', () => putFaults({}, 'All faults are off.', (now) => !Object.keys(now).some((name) => name !== 'seed' && isSet(now[name]))));
}
`;
