/** Each route of the proxy: what is asked of it as a rule, and the dearest that a stranger can ask. */
import { zip } from '../../../src/server/http/files/file-samples.ts';
import { ADMIN_KEY, type Applicant, HEADER, JOB, list, MEDIA, type Route, type Shot } from './request.ts';
import { repeated, submissions } from './submissions.ts';

const sessionBody = (attributes: object) => JSON.stringify({ data: { type: 'sessions', attributes } });

const session = (body: string, token = ''): Shot => ({
  method: 'POST',
  path: '/sessions',
  token,
  headers: { ...MEDIA, origin: 'https://careers.example.com' },
  body,
});

/** What it costs to ask the service comes beside. */
const sessions: Route = {
  name: 'POST /sessions',
  normal: () => session(sessionBody({ job: JOB, tenant: 'default' })),
  hostile: {
    'a wrong code': () => session(sessionBody({ code: `r-${'0'.repeat(40)}` })),
    'a wrong key': () => session(sessionBody({ application: '1' }), 'wrong'),
    'the longest wrong key': () => session(sessionBody({ application: '1' }), 'x'.repeat(HEADER)),
    'another tenant': () => session(sessionBody({ job: JOB, tenant: 'x'.repeat(64) })),
    'a job that is none': () => session(sessionBody({ job: '.'.repeat(200) })),
    'lists in lists': () => session(`${'['.repeat(8_000)}${']'.repeat(8_000)}`),
    'members without end': () => session(`{${list(1_500, (place) => `"${place}a":0`).join()}}`),
    'an expired token to renew': ({ token }) =>
      session(sessionBody({ job: JOB, tenant: 'default' }), `${token.slice(0, -4)}AAAA`),
  },
};

const reading = (token: string, query = 'include=conditional_questions', headers = {}): Shot => ({
  method: 'GET',
  path: `/api/v1/questions?${query}`,
  token,
  headers,
});

const forged = ({ token }: Applicant): string => {
  const [head = '', key = '', iv = '', text = '', tag = ''] = token.split('.');
  return [head, key, iv, text, `${tag[0] === 'A' ? 'B' : 'A'}${tag.slice(1)}`].join('.');
};

const longest = ({ token }: Applicant): string => {
  const [head = '', key = '', iv = '', , tag = ''] = token.split('.');
  const rest = [head, key, iv, '', tag].join('.').length;
  return [head, key, iv, 'A'.repeat((2_048 - rest) & ~3), tag].join('.');
};

const questions: Route = {
  name: 'GET /api/v1/questions',
  normal: ({ token }) => reading(token),
  hostile: {
    'a forged token': (one) => reading(forged(one)),
    'the longest token': (one) => reading(longest(one)),
    'a token of dots': () => reading('.'.repeat(2_000)),
    'the longest header': () => reading('x'.repeat(HEADER)),
    'parameters without end': ({ token }) => reading(token, 'locale=de&'.repeat(HEADER / 10)),
    'the longest language': ({ token }) => reading(token, `locale=${'aa-'.repeat(HEADER / 3)}`),
    'each language': ({ token }) => reading(token, 'include=conditional_questions&locale=de'),
    'many header lines': ({ token }) =>
      reading(token, undefined, Object.fromEntries(list(900, (place) => [`x-${place}`, 'a,b;c=d']))),
  },
};

/** Bytes of a normal file, and of each hostile one: what is written and hashed costs by its bytes. */
const SIZE = 262_144;

const put = (
  { token }: Applicant,
  [name, bytes]: readonly [string, Uint8Array<ArrayBuffer>],
  headers = {},
): Shot => ({
  method: 'PUT',
  path: `/files/${crypto.randomUUID()}`,
  token,
  headers: {
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
    'apply-for': 'question 107',
    ...headers,
  },
  body: bytes,
});

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const filled = (start: string, part: string): Uint8Array<ArrayBuffer> =>
  bytesOf(start + part.repeat((SIZE - start.length) / part.length));

const pdf = filled('%PDF-1.4\n', 'a plain page of text\n');
const crowded = new Uint8Array(
  zip(Object.fromEntries(list(2_600, (place) => [`word/${place}.xml`, { content: 'x' }]))),
);

const files: Route = {
  name: 'PUT /files',
  storesOnce: true,
  normal: (one) => put(one, ['cv.pdf', pdf]),
  hostile: {
    'a name of dots': (one) => put(one, [`a${'.'.repeat(4_000)}a.pdf`, pdf]),
    'a longer name of dots': (one) => put(one, [`a${'.'.repeat(HEADER - 500)}a.pdf`, pdf]),
    'a name of marks': (one) => put(one, [`a${'%CC%81%CC%A3'.repeat(300)}.pdf`, pdf]),
    'the longest purpose': (one) =>
      put(one, ['cv.pdf', pdf], { 'apply-for': `question ${' '.repeat(HEADER - 600)}` }),
    'a package of thousands of entries': (one) => put(one, ['cv.docx', crowded]),
    'a package that is none': (one) => put(one, ['cv.docx', filled('PK\u0003\u0004', 'PK\u0001\u0002')]),
    'a package of ends': (one) => put(one, ['cv.docx', filled('PK\u0003\u0004', 'PK\u0005\u0006')]),
    'an old document of rubbish': (one) => put(one, ['cv.doc', filled('', '\u0001\u0000')]),
    'a text of spaces': (one) => put(one, ['cv.txt', filled('', ' ')]),
    'a text of signs of three bytes': (one) => put(one, ['cv.txt', filled('', '\u20ac')]),
    'a picture that is none': (one) => put(one, ['cv.jpeg', filled('', '\u0000\u0001')]),
  },
};

const get = (path: string, token: string, headers = {}): Shot => ({ method: 'GET', path, token, headers });

const receipts: Route = {
  name: 'GET /submissions/{reference}',
  hasSent: 'all',
  normal: ({ token, reference }) => get(`/submissions/${reference}`, token),
  hostile: {
    'another reference': ({ token }) => get('/submissions/AAAA-AAAA-AAAA', token),
    'the longest reference': ({ token }) => get(`/submissions/${'a'.repeat(HEADER - 500)}`, token),
    'a reference of escapes': ({ token }) => get(`/submissions/${'%41'.repeat(HEADER / 3 - 200)}`, token),
    'a path of folders': ({ token }) => get(`/submissions${'/a'.repeat(HEADER / 2 - 300)}`, token),
    'a forged token': (one) => get(`/submissions/${one.reference}`, forged(one)),
  },
};

const removing: Route = {
  name: 'DELETE /files/{id}',
  storesOnce: true,
  normal: ({ token, file }) => ({ method: 'DELETE', path: `/files/${file}`, token }),
  hostile: {
    'a file that is not there': ({ token }) => ({
      method: 'DELETE',
      path: `/files/${crypto.randomUUID()}`,
      token,
    }),
    'the longest id': ({ token }) => ({
      method: 'DELETE',
      path: `/files/${'a'.repeat(HEADER - 500)}`,
      token,
    }),
  },
};

const metrics: Route = {
  name: 'GET /attention',
  normal: () => get('/attention', ADMIN_KEY),
  hostile: {
    'a wrong key': () => get('/attention', 'wrong'),
    'the longest wrong key': () => get('/attention', 'x'.repeat(HEADER)),
    'a wrong key for the figures': () => get('/metrics', 'wrong'),
  },
};

const scripts: Route = {
  name: 'GET /apply-form.js',
  normal: () => get('/apply-form.js', '', { 'accept-encoding': 'gzip, deflate, br' }),
  hostile: {
    'the longest encodings': () =>
      get('/apply-form.js', '', { 'accept-encoding': 'br;q=0.0,'.repeat(1_600) }),
    'encodings of zeros': () =>
      get('/apply-form.js', '', { 'accept-encoding': `br;q=0.${'0'.repeat(14_000)}1` }),
    'nothing of ours': () => get(`/${'a/'.repeat(7_000)}`, ''),
    'no path': () => get(`/${'%2e%2e%2f'.repeat(1_500)}`, ''),
  },
};

export const routes: readonly Route[] = [
  sessions,
  questions,
  files,
  removing,
  submissions,
  repeated,
  receipts,
  metrics,
  scripts,
];
