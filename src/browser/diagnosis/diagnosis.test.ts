// @vitest-environment happy-dom

import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure, FailureCode } from '../../core/model/failure.ts';
import { type Host, nothingRich, type RichSettings, readSettings, type Settings } from '../host/host.ts';
import { failureOf } from '../proxy/access.ts';
import type { Trouble } from '../proxy/request.ts';
import { diagnose, type Environment, tellBlocked, tellRenewal, unknownAttributes } from './diagnosis.ts';

const server = 'https://forms.example.com';
const careers = 'https://careers.example.com';

/** A page with a form that failed to open, and the environment that it observes. */
let settings: Settings & RichSettings;
let environment: Environment;
let lines: string[];
/** Request modes that get a reply. */
let answered: readonly string[];

beforeEach(() => {
  setUp({ token: 'sealed' });
  environment = {
    page: `${careers}/4711`,
    origin: careers,
    isOnline: true,
    watchPolicy: () => async () => null,
  };
  [lines, answered] = [[], []];
});

function setUp(values: Readonly<Record<string, string>>, rich: Partial<RichSettings> = {}): void {
  settings = {
    ...readSettings((name) => values[name] ?? null, server),
    ...nothingRich,
    ...rich,
  };
}

const unused = () => Promise.reject(new Error('unused'));

const host: Host = {
  settings: () => settings,
  emit: () => true,
  transport: {
    fetch: async (_input, init) => {
      if (!answered.includes(`${init?.mode}`)) throw new TypeError('Failed to fetch');
      return new Response(null);
    },
    loadWords: unused,
  },
  element: null,
  warn: (line) => lines.push(line),
};

const failure = (code: FailureCode): Failure => ({
  code,
  retryable: false,
  retryAfter: null,
  questions: [],
  fields: [],
});
const diagnosed = async (trouble: Trouble, isOver = false) => {
  const wrong = { trouble, failure: failureOf(trouble), isOver: () => isOver };
  return (await diagnose(host, wrong, environment)).code;
};

describe('without any request', () => {
  test.each<[string, Readonly<Record<string, string>>, Partial<RichSettings>, string, string]>([
    ['no job', {}, {}, 'bad_setup', 'needs token="…" or, for a public job, job="…" or posting="…".'],
    [
      'an endpoint that is no address',
      { job: '1', endpoint: 'forms.example.com' },
      {},
      'bad_setup',
      'cannot use endpoint="forms.example.com": write the address of its server, as endpoint="https://forms.example.com".',
    ],
    [
      'a preview without a document',
      { mode: 'preview' },
      {},
      'bad_setup',
      'needs its property document in mode="preview": a JSON:API document, an object with a list "data".',
    ],
  ])('%s has its own message', async (_name, values, rich, code, line) => {
    setUp(values, rich);
    expect([await diagnosed(failure('bad_document')), lines]).toEqual([code, [line]]);
  });
});

describe('without a reply', () => {
  const policy = { watchPolicy: () => async () => 'connect-src' };
  const cases: readonly (readonly [string, Partial<Environment>, readonly string[], FailureCode, RegExp])[] =
    [
      ['an offline browser', { isOnline: false }, [], 'offline', /as this browser is offline\.$/],
      [
        'a policy of the page',
        policy,
        [],
        'bad_setup',
        /Content-Security-Policy .* add https:\/\/forms\.example\.com to connect-src there\.$/,
      ],
      [
        'a server that this page may not read',
        {},
        ['no-cors'],
        'origin_not_allowed',
        /gets no reply from https:\/\/forms\.example\.com .* APPLY_ORIGINS there has https:\/\/careers/,
      ],
      ['a request that was lost', {}, ['cors', 'no-cors'], 'offline', /lost its request .* answers again/],
      ['silence', {}, [], 'service_unavailable', /^gets no answer from https:\/\/forms\.example\.com: check/],
    ];

  test.each(cases)('%s has its own message', async (_name, seen, reached, code, line) => {
    environment = { ...environment, ...seen };
    answered = reached;
    expect(await diagnosed(failure('offline'))).toBe(code);
    expect(lines).toEqual([expect.stringMatching(line)]);
  });
});

describe('a refusal', () => {
  const reply = (status: number, document: unknown): Trouble => ({ status, document, retryAfter: null });

  test.each<readonly [string, Readonly<Record<string, string>>, FailureCode]>([
    ['with an invalid id is a fault of the page', { job: '47 11' }, 'bad_setup'],
    ['of another session is no fault of the page (control)', { token: 'sealed' }, 'bad_request'],
  ])('%s', async (_name, values, code) => {
    setUp(values);
    const document = { errors: [{ code: 'bad_request', detail: 'Write "job" as an id.' }] };
    expect(await diagnosed(reply(400, document))).toBe(code);
    expect(lines).toEqual([expect.stringMatching(/Write "job" as an id\.$/)]);
  });

  test('from another server is reported with its status', async () => {
    expect(await diagnosed(reply(413, null))).toBe('blocked');
    expect(lines[0]).toMatch(/^was answered with 413 by something in front of https:\/\/forms\.example\.com/);
  });

  test('of an expired token names renewToken when it did not renew the token', async () => {
    setUp({ token: 'sealed' }, { renewToken: async () => '' });
    await diagnosed(reply(401, { errors: [{ code: 'token_expired', detail: 'It has expired.' }] }));
    expect(lines[0]).toMatch(/^got no fresh token from renewToken: it must be a function/);
  });
});

test.each([
  ['token="sealed" class="wide" id="form" style="margin: 0" data-job="1" aria-label="x"', []],
  ['slot="x" part="y" tabindex="0" v-cloak x-data="{}" hx-boost="true" _ngcontent-a', []],
  ['token="sealed" jobid="4711"', ['jobid']],
  ['token="sealed" prefill="{}"', ['prefill']],
])('for an element with %s the check reports the attributes %j', (attributes, unknown) => {
  document.body.innerHTML = `<apply-form ${attributes}></apply-form>`;
  const sentences = unknownAttributes(document.querySelector('apply-form'));
  expect(sentences.map((sentence) => sentence.split(' ')[5])).toEqual(unknown);
});

test('a blocked request during filling in is reported, and a failed renewal only for a page with renewToken', () => {
  tellBlocked(host, { status: 403, document: null, retryAfter: null, address: `${server}/files/1` });
  tellRenewal(host);
  expect(lines).toEqual([
    expect.stringMatching(/^was answered with 403 by something in front of .*\/files\/1/),
  ]);
  setUp({ token: 'sealed' }, { renewToken: async () => '' });
  tellRenewal(host);
  expect(lines.at(-1)).toMatch(/renewToken.* The form keeps what was typed\.$/);
});
