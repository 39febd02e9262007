import { beforeEach, describe, expect, test } from 'vitest';
import { errorCodes, type Failure, type FailureCode } from '../../core/model/failure.ts';
import type { ProxyReply, Trouble } from '../api/connection.ts';
import { failureOf } from '../api/read-trouble.ts';
import type { SessionHost } from '../contract.ts';
import { type RichSettings, readSettings, type Settings } from '../element/settings.ts';
import { diagnose, tellRenewal } from './diagnose.ts';
import type { Forbidden, Surroundings } from './surroundings.ts';

const server = 'https://forms.example.com';
const careers = 'https://careers.example.com';

/** One page with a form that could not be opened, and what can be seen from it. */
let settings: Settings & RichSettings;
let place: Surroundings;
let forbidden: Forbidden | null;
let lines: string[];
let requests: string[];
/** What this page may read, by address. */
let readable: Record<string, () => Response>;
/** Servers that are there, whether this page may read them or not. */
let there: readonly string[];
/** Meanwhile the page has set something else. */
let isOver: boolean;

const plain = (values: Readonly<Record<string, string>>) =>
  readSettings((name) => values[name] ?? null, server);

beforeEach(() => {
  setUp({ token: 'sealed' });
  [forbidden, isOver] = [null, false];
  place = {
    page: `${careers}/4711`,
    origin: careers,
    isOnline: true,
    watchPolicy: () => async () => forbidden,
    hasOwnFetch: false,
    answers: async () => false,
    told: new Set(),
  };
  [lines, requests, readable, there] = [[], [], {}, []];
});

function setUp(values: Readonly<Record<string, string>>, rich: Partial<RichSettings> = {}): void {
  const none = {
    document: null,
    semantics: null,
    messages: null,
    renewToken: null,
    challenge: null,
    prefill: null,
    titled: false,
  };
  settings = { ...plain(values), ...none, ...rich };
}

const pageFetch: typeof fetch = async (input, init) => {
  const address = String(input);
  requests.push(`${init?.method ?? 'GET'} ${address}`);
  const reply = readable[address];
  if (reply !== undefined) return reply();
  const isThere = there.some((each) => address.startsWith(each));
  if (isThere && init?.mode === 'no-cors') return new Response(null);
  throw new TypeError('Failed to fetch');
};

const unused = () => Promise.reject(new Error('unused'));

const host: SessionHost = {
  settings: () => settings,
  emit: () => true,
  transport: {
    fetch: pageFetch,
    loadLazy: unused,
    loadDetails: unused,
    loadDates: unused,
    loadWords: unused,
  },
  element: null,
  warn: (line) => lines.push(line),
};

const javascript = () => new Response('', { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
const html = () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } });
const alive = () => Response.json({ meta: { state: 'alive' } });
const movedTo = (url: string) => () =>
  Object.defineProperties(javascript(), { redirected: { value: true }, url: { value: url } });

const plainFailure = (code: FailureCode): Failure => ({
  code,
  retryable: false,
  retryAfter: null,
  questions: [],
  fields: [],
});

const reply = (status: number, code: string | null): ProxyReply => ({
  status,
  document: code === null ? null : { errors: [{ code }] },
  retryAfter: null,
});

async function diagnosed(trouble: Trouble, given?: unknown): Promise<Failure> {
  return diagnose(host, { trouble, failure: failureOf(trouble), given, isOver: () => isOver }, place);
}

const noReply = plainFailure('offline');

describe('without any request', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['nothing', {}, 'needs token="…" or, for a public job, job="…" or posting="…".'],
    ['a tenant alone', { tenant: 'acme' }, 'needs token="…" or, for a public job, job="…" or posting="…".'],
    [
      'a host without its scheme',
      { job: '1', endpoint: 'forms.example.com' },
      'cannot use endpoint="forms.example.com": write endpoint="https://forms.example.com".',
    ],
    [
      'a server at home without its scheme',
      { job: '1', endpoint: 'localhost:3000/' },
      'cannot use endpoint="localhost:3000": write endpoint="http://localhost:3000".',
    ],
    [
      'a scheme with a slip',
      { job: '1', endpoint: 'htps://forms.example.com' },
      'cannot use endpoint="htps://forms.example.com": write endpoint="https://forms.example.com".',
    ],
    [
      'a scheme with one slash',
      { job: '1', endpoint: 'https:/forms.example.com' },
      'cannot use endpoint="https:/forms.example.com": write endpoint="https://forms.example.com".',
    ],
    [
      'a space in the host',
      { job: '1', endpoint: 'https://forms. example.com' },
      'cannot use endpoint="https://forms. example.com": write endpoint="https://forms.example.com".',
    ],
    [
      'no address at all',
      { job: '1', endpoint: '{{ endpoint }}' },
      'cannot use endpoint="{{ endpoint }}": write the address of its server, as endpoint="https://forms.example.com".',
    ],
    [
      'a preview of nothing',
      { mode: 'preview' },
      'needs its property document in mode="preview": a JSON:API document, an object with a list "data".',
    ],
  ])('%s is a set-up that cannot work, and the line says what to write', async (_name, values, line) => {
    setUp(values);
    expect(await diagnosed(plainFailure('bad_setup'))).toMatchObject({ code: 'bad_setup', retryable: false });
    expect(lines).toEqual([line]);
    expect(requests).toEqual([]);
  });

  test('a missing endpoint is asked for', async () => {
    settings = { ...settings, endpoint: null };
    expect((await diagnosed(plainFailure('bad_setup'))).code).toBe('bad_setup');
    expect(lines).toEqual([expect.stringMatching(/^needs endpoint="https:\/\/…", /)]);
  });

  test('a document that is none stays unreadable', async () => {
    setUp({ mode: 'preview' }, { document: 'x' });
    expect((await diagnosed(plainFailure('bad_document'))).code).toBe('bad_document');
    expect(lines).toEqual([expect.stringContaining('property document')]);
  });
});

describe('a page that has replaced fetch', () => {
  test('through which nothing arrives, while the server answers, is told so', async () => {
    place = { ...place, hasOwnFetch: true, answers: async (address) => address === `${server}/healthz` };
    expect(await diagnosed(noReply)).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringMatching(/^reaches https:\/\/forms.* window\.fetch/)]);
  });

  test('is told of it beside another cause that may follow from it', async () => {
    place = { ...place, hasOwnFetch: true };
    readable[place.page] = html;
    await diagnosed(noReply);
    expect(lines).toEqual([expect.stringMatching(/^gets no answer.* If this cannot be: .*window\.fetch/)]);
  });
});

describe('without a reply', () => {
  test('a browser that is offline asks no server', async () => {
    place = { ...place, isOnline: false };
    expect(await diagnosed(noReply)).toMatchObject({ code: 'offline' });
    expect(lines).toEqual(['cannot be loaded, as this browser is offline.']);
    expect(requests).toEqual([]);
  });

  test.each(['http://forms.example.com', 'http://127.0.0.1.example.com:3000'])(
    'a secure page that is to ask %s is blocked by every browser',
    async (endpoint) => {
      setUp({ token: 'sealed', endpoint });
      expect(await diagnosed(noReply)).toMatchObject({ code: 'bad_setup' });
      expect(lines).toEqual([expect.stringContaining(`endpoint="${endpoint.replace('http:', 'https:')}"`)]);
      expect(requests).toEqual([]);
    },
  );

  test.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000', 'http://a.localhost'])(
    'a secure page may ask %s',
    async (endpoint) => {
      setUp({ token: 'sealed', endpoint });
      readable[place.page] = html;
      expect(await diagnosed(noReply)).toMatchObject({ code: 'service_unavailable' });
    },
  );

  test.each([
    ["connect-src 'self'", `connect-src 'self' ${server}`],
    ["default-src 'none'; connect-src 'none'; img-src *", `connect-src ${server}`],
    [
      "default-src 'self' https://cdn.example.com; img-src *",
      `connect-src 'self' https://cdn.example.com ${server}`,
    ],
    ["default-src 'none'", `connect-src ${server}`],
  ])('under the policy %s the line has the directive as it should be', async (originalPolicy, directive) => {
    forbidden = { effectiveDirective: 'connect-src', originalPolicy };
    expect(await diagnosed(noReply)).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringContaining(`write "${directive}" there`)]);
  });

  test('our server, which does not let this page read it, does not allow its origin', async () => {
    readable[`${server}/apply-form.js`] = javascript;
    there = [server];
    expect(await diagnosed(noReply)).toMatchObject({ code: 'origin_not_allowed', retryable: false });
    expect(lines).toEqual([
      `is on ${careers}, which may not embed this form: add ${careers} to APPLY_ORIGINS of ${server}.`,
    ]);
  });

  test('a page without an origin cannot be allowed', async () => {
    place = { ...place, page: 'file:///home/page.html', origin: 'null' };
    readable[`${server}/apply-form.js`] = javascript;
    expect(await diagnosed(noReply)).toMatchObject({ code: 'origin_not_allowed' });
    expect(lines).toEqual([expect.stringContaining('without an origin')]);
  });

  test.each<[string, Record<string, () => Response>]>([
    ['that may not be read', {}],
    ['that has a page for every address', { [`${server}/apply-form.js`]: html, [`${server}/healthz`]: html }],
    ['with a copy of our script', { [`${server}/apply-form.js`]: javascript, [`${server}/healthz`]: html }],
  ])('another server %s is no Apply Form', async (_name, files) => {
    readable = files;
    there = [server];
    expect(await diagnosed(noReply)).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringContaining(`no Apply Form at ${server}`)]);
  });

  test('an address that leads on to another one is corrected', async () => {
    setUp({ token: 'sealed', endpoint: 'https://example.com' });
    readable['https://example.com/apply-form.js'] = movedTo(`${server}/apply-form.js`);
    expect(await diagnosed(noReply)).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringContaining(`write endpoint="${server}"`)]);
  });

  test('a server that answers again was missed in passing', async () => {
    readable[`${server}/healthz`] = alive;
    expect(await diagnosed(noReply)).toMatchObject({ code: 'offline' });
    expect(lines).toEqual([expect.stringContaining('answers again')]);
  });

  test('a server that does not answer, while the page’s own does, is down', async () => {
    readable[place.page] = html;
    expect(await diagnosed(noReply)).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(lines).toEqual([expect.stringContaining(`gets no answer from ${server}`)]);
  });

  test('where the page’s own server does not answer either, the network is missing', async () => {
    expect(await diagnosed(noReply)).toMatchObject({ code: 'offline' });
    expect(requests).toContain(`HEAD ${place.page}`);
  });

  test('a page from a file tells nothing of the network', async () => {
    place = { ...place, page: 'file:///home/page.html' };
    expect(await diagnosed(noReply)).toMatchObject({ code: 'service_unavailable' });
    expect(requests).not.toContain(`HEAD ${place.page}`);
  });

  test('a path on the page’s own server is an endpoint as well', async () => {
    setUp({ token: 'sealed', endpoint: '/forms/' });
    readable[`${careers}/forms/healthz`] = alive;
    expect(await diagnosed(noReply)).toMatchObject({ code: 'offline' });
  });
});

describe('with a reply that is not the proxy’s', () => {
  test.each([
    ['not found', 404],
    ['a page', 200],
    ['no method of that name', 405],
  ])('%s: it is another server', async (_name, status) => {
    readable[`${server}/healthz`] = html;
    expect(await diagnosed(reply(status, null))).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringContaining(`no Apply Form at ${server}`)]);
  });

  test.each<[number, FailureCode]>([
    [502, 'service_unavailable'],
    [504, 'service_unavailable'],
    [401, 'blocked'],
    [403, 'blocked'],
    [406, 'blocked'],
    [413, 'blocked'],
    [429, 'blocked'],
    [451, 'blocked'],
  ])('%i comes from what stands in front of it', async (status, code) => {
    const found = await diagnosed(reply(status, null));
    expect(found.code).toBe(code);
    expect(lines).toEqual([
      expect.stringContaining(`answered with ${status} by something in front of ${server}`),
    ]);
    expect(requests).toEqual([]);
  });

  test('a proxy that is there was spoken for by something else', async () => {
    readable[`${server}/healthz`] = alive;
    expect(await diagnosed(reply(404, null))).toMatchObject({ code: 'blocked' });
    expect(lines).toEqual([expect.stringContaining('something in front')]);
  });

  test.each(['/apply-form.js', '/form', '/api/v1'])('the path %s too many is named', async (path) => {
    setUp({ token: 'sealed', endpoint: server + path });
    readable[`${server}/healthz`] = alive;
    expect(await diagnosed(reply(404, 'not_found'))).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringContaining(`write endpoint="${server}"`)]);
  });

  test('below a path where a proxy is, what was not found is not there', async () => {
    setUp({ token: 'sealed', endpoint: `${server}/forms` });
    readable[`${server}/forms/healthz`] = alive;
    expect(await diagnosed(reply(404, 'not_found'))).toMatchObject({ code: 'not_found' });
  });
});

describe('with a refusal of the proxy', () => {
  const inJobMode = { job: '4711', tenant: 'acme' };

  test.each<[number, FailureCode, Readonly<Record<string, string>>, RegExp]>([
    [401, 'token_invalid', { token: 'sealed' }, /POST https:\/\/forms\.example\.com\/sessions/],
    [401, 'token_expired', { token: 'sealed' }, /renewToken/],
    [401, 'unauthorized', { token: 'sealed' }, /POST .*\/sessions/],
    [403, 'origin_not_allowed', inJobMode, /add https:\/\/careers\.example\.com to APPLY_ORIGINS/],
    [403, 'job_not_public', inJobMode, /job="4711" tenant="acme".*APPLY_PUBLIC_JOBS of https:\/\/forms/],
    [404, 'not_found', inJobMode, /no job="4711" tenant="acme" at https:\/\/forms/],
    [404, 'not_found', { token: 'sealed' }, /application or job is gone/],
    [404, 'not_found', { posting: '64711' }, /^finds no posting="64711" .* or write job="…" instead/],
    [
      422,
      'no_job',
      { posting: '64711' },
      /posting="64711", and .* does not say which job that is: write job="…"/,
    ],
    [
      422,
      'no_job',
      inJobMode,
      /has job="4711" tenant="acme", but .* belong to postings .*: write posting="…"/,
    ],
    [422, 'no_job', { token: 'sealed' }, /application without a job/],
    [409, 'job_closed', inJobMode, /job="4711" tenant="acme", which is closed.*open the job again/],
    [409, 'job_closed', { token: 'sealed' }, /token for a job or an application that is closed.*closedWhen/],
    [429, 'rate_limited', { token: 'sealed' }, /try again in a minute/],
    [502, 'bad_document', { token: 'sealed' }, /look into the log of https:\/\/forms/],
    [503, 'service_unavailable', { token: 'sealed' }, /look into the log of https:\/\/forms/],
  ])(
    '%i %s of %j is explained with its fix, and nothing more is asked',
    async (status, code, values, line) => {
      setUp(values);
      expect((await diagnosed(reply(status, code))).code).toBe(code);
      expect(lines).toEqual([expect.stringMatching(line)]);
      expect(requests).toEqual([]);
    },
  );

  test('an id that can be none is a fault of the page', async () => {
    setUp({ job: '<job>' });
    expect(await diagnosed(reply(400, 'bad_request'))).toMatchObject({ code: 'bad_setup' });
    expect(lines).toEqual([expect.stringContaining('cannot use job="<job>"')]);
  });

  test('what the proxy cannot read of a visitor with a token is a fault of the form', async () => {
    expect(await diagnosed(reply(400, 'bad_request'))).toMatchObject({ code: 'bad_request' });
    expect(lines).toEqual([expect.stringContaining('in the same version')]);
  });

  test.each(errorCodes)('%s has one line, which never shows the token', async (code) => {
    setUp({ token: 'eyJzZWNyZXQ' });
    await diagnosed(reply(400, code));
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain('eyJ');
  });
});

describe('a token that was not renewed', () => {
  const renewed = async () => 'fresh';
  const noFunction: RichSettings['renewToken'] = JSON.parse('"fresh"');

  test.each<[string, RichSettings['renewToken'], unknown, string]>([
    ['what is no function', noFunction, new TypeError('no function'), 'cannot renew its token'],
    ['a function that fails', renewed, new Error('session over'), 'no new token (session over)'],
    ['a function that gives nothing', renewed, undefined, 'got undefined for a new token'],
    ['a function that gives an empty text', renewed, '', 'got "" for a new token'],
    ['a function that gives an old token', renewed, 'old', 'has expired as well'],
  ])('%s is named when the form is opened', async (_name, renewToken, given, line) => {
    setUp({ token: 'sealed' }, { renewToken });
    expect(await diagnosed(reply(401, 'token_expired'), given)).toMatchObject({ code: 'token_expired' });
    expect(lines).toEqual([expect.stringContaining(line)]);
  });

  test('is named once while several files ask for it, and the form keeps everything', async () => {
    setUp({ token: 'sealed' }, { renewToken: renewed });
    await tellRenewal(host, undefined, place);
    await tellRenewal(host, undefined, place);
    expect(lines).toEqual([expect.stringMatching(/^got undefined .* The form keeps what was typed\.$/)]);
  });

  test('needs no line where the host never said that it would be', async () => {
    await tellRenewal(host, null, place);
    expect(lines).toEqual([]);
  });
});

describe('the console', () => {
  test('hears the same of two forms of a page, or of two tries, once', async () => {
    await diagnosed(reply(401, 'token_expired'));
    await diagnosed(reply(401, 'token_expired'));
    expect(lines).toHaveLength(1);
  });

  test('hears what is odd about the element in the same line, since it may be the reason', async () => {
    setUp({ job: '1', lang: 'xx' });
    await diagnosed(reply(404, 'not_found'));
    expect(lines).toEqual([
      expect.stringMatching(/^finds no job="1" .* It has no words for lang="xx" and speaks English: /),
    ]);
  });

  test('hears nothing of a try that is over', async () => {
    isOver = true;
    await diagnosed(noReply);
    expect(lines).toEqual([]);
  });

  test('a fault of the diagnosis itself leaves the applicant the failure as it was', async () => {
    place = { ...place, watchPolicy: () => () => Promise.reject(new Error('fault')) };
    expect(await diagnosed(noReply)).toMatchObject({ code: 'offline' });
    expect(lines).toEqual(['cannot be opened (offline).']);
  });
});
