import { beforeEach, describe, expect, test } from 'vitest';
import { documentsQuestion } from '../../core/model/details.ts';
import {
  applicationId,
  fileId,
  jobId,
  questionId,
  reference,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import type { FileSource } from '../ports.ts';
import { createService } from '../service/create-service.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.support.ts';
import type { AnswerToSend, JobDestination, ReadBack, ServiceGateway } from './http-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';

let sandbox: Sandbox;
let clock: VirtualClock;
let requests: string[];
let application: ReturnType<typeof applicationId>;
const files = new Map<string, FileSource>();
/** Replaces a request or answers it; null leaves it to the service. */
let withhold: (request: Request) => Request | Response | null;
/** Milliseconds that opening a file takes. */
let opening = 0;
const key = { tenant: tenant('t'), subject: subject('s') };

beforeEach(() => {
  sandbox = createSandbox();
  clock = createVirtualClock();
  requests = [];
  opening = 0;
  withhold = () => null;
  application = applicationId(sandbox.applyTo('engineer'));
});

function createGateway(readBack: ReadBack = 'auto'): ServiceGateway {
  const service = createService({
    baseUrl: 'http://sandbox.test',
    key: sandbox.key,
    send(request) {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${decodeURIComponent(pathname + search)}`);
      const instead = withhold(request);
      if (instead instanceof Response) return Promise.resolve(instead);
      return sandbox.fetch(instead ?? request, { address: '127.0.0.1' });
    },
  });
  const staging = {
    async open(_key: unknown, id: string) {
      if (opening > 0) await clock.run(clock.monotonic() + opening);
      return files.get(id) ?? null;
    },
  };
  return createHttpGateway({ service, staging, readBack, clock });
}

const answer: AnswerToSend = {
  question: questionId('101'),
  part: 0,
  value: { kind: 'text', text: 'Nurse' },
  title: 'x',
  type: 'short_text',
  isDistinct: true,
};
const refusal = (status: number, code: string) =>
  Response.json({ errors: [{ code, status: String(status), title: code, detail: code }] }, { status });
const isSingle = ({ pathname }: URL) => pathname.startsWith(single);
/** Refuses this key the list of applications. */
const refuseList = (request: Request) =>
  new URL(request.url).pathname === '/api/v1/applications' && request.method === 'GET'
    ? refusal(403, 'forbidden')
    : null;
const refuseInclude = (refused: RegExp) => (request: Request) => {
  const url = new URL(request.url);
  const isRefused = isSingle(url) && refused.test(url.searchParams.get('include') ?? '');
  return isRefused ? refusal(400, 'bad_request') : null;
};
const ignoreInclude = (request: Request) => {
  const url = new URL(request.url);
  if (!isSingle(url)) return null;
  url.searchParams.delete('include');
  return new Request(url, request);
};
const single = '/api/v1/applications/';
const answersAlone = { documents: false };

describe('the answers of an application', () => {
  const nested = `${single}\\d+\\?include=answers.question$`;
  const listed = '/api/v1/applications\\?';
  test.each<[string, typeof withhold, readonly string[], object]>([
    ['accepts a nested include', () => null, [nested], { question: '101', createdAt: expect.any(Number) }],
    ['refuses a nested include', refuseInclude(/\./), [single, single], {}],
    ['refuses includes of one application', refuseInclude(/./), [single, single, single, listed], {}],
    ['ignores includes of one application', ignoreInclude, [single, single, single, listed], {}],
  ])('are read, and the way is remembered, when the service %s', async (_name, change, paths, more) => {
    const gateway = createGateway();
    await gateway.sendAnswer(key, answer, application);
    withhold = change;
    requests = [];
    expect(await gateway.readAnswers(application, answersAlone)).toMatchObject({
      ok: true,
      value: { answers: [{ attributes: { text_answer: 'Nurse' }, ...more }] },
    });
    expect(requests).toEqual(paths.map((path) => expect.stringMatching(new RegExp(`^GET ${path}`))));
    const last = requests.at(-1);
    requests = [];
    await gateway.readAnswers(application, answersAlone);
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(requests.at(-1)).toBe(last);
  });

  test('cannot be read when no way works, and are read again after ten minutes', async () => {
    const gateway = createGateway();
    await gateway.sendAnswer(key, answer, application);
    withhold = (request) => refuseList(request) ?? ignoreInclude(request);
    const impossible = { ok: false, error: { kind: 'impossible' } };
    expect(await gateway.readAnswers(application, answersAlone)).toEqual(impossible);
    requests = [];
    expect(await gateway.readAnswers(application, answersAlone)).toEqual(impossible);
    expect(requests).toEqual([]);
    withhold = () => null;
    await clock.run(600_000);
    expect(await gateway.readAnswers(application, answersAlone)).toMatchObject({ ok: true });
  });

  test('are unproven when every way shows something else, and the next read tries again', async () => {
    const gateway = createGateway();
    await gateway.sendAnswer(key, answer, application);
    withhold = ({ url }) => (url.includes('include=') ? Response.json({ data: [] }) : null);
    const unproven = { ok: false, error: { kind: 'unproven' } };
    expect(await gateway.readAnswers(application, answersAlone)).toEqual(unproven);
    withhold = () => null;
    expect(await gateway.readAnswers(application, answersAlone)).toMatchObject({ ok: true });
  });
});

describe('an application that may exist', () => {
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const make = (gateway: ServiceGateway, name: string) =>
    gateway.makeApplication(
      key,
      { kind: 'job', job: jobId('4711'), details, locale: null, source: null },
      reference(name),
    );
  const HOUR = 3_600_000;

  test('is found by our reference, and counts as missing when the complete list lacks it', async () => {
    const gateway = createGateway();
    const made = await make(gateway, 'REF-1');
    for (let number = 0; number < 5; number += 1) await make(gateway, `OTHER-${number}`);
    expect(await gateway.findApplication(reference('REF-1'), HOUR)).toEqual(made);
    expect(await gateway.findApplication(reference('REF-2'), HOUR)).toEqual({ ok: true, value: null });
  });

  test('cannot be looked for when the service refuses the list', async () => {
    withhold = refuseList;
    const find = () => createGateway().findApplication(reference('REF-1'), HOUR);
    expect(await find()).toMatchObject({ ok: false, error: { kind: 'impossible' } });
    withhold = () => null;
    sandbox.setFaults({ disturb: [{ path: '/api/v1', reply: 403 }] });
    expect(await find()).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
  });
});

describe('an answer with a file', () => {
  const file = { id: fileId('f'), name: 'cv.pdf', size: 5, type: 'application/pdf' };
  const question = questionId('2009');
  const document: AnswerToSend = { ...answer, question, value: { kind: 'document', file }, type: 'document' };
  const whole = async function* () {
    yield Buffer.from('%PDF-');
  };
  // biome-ignore lint/correctness/useYield: it fails before its first piece
  const broken = async function* () {
    throw new Error('disk');
  };

  // After a long pause another worker may have read back and sent the answer.
  test.each<readonly [string, FileSource['chunks'] | null, number, object, number]>([
    ['is not sent when the file is gone', null, 0, { ok: false, error: { kind: 'file_gone' } }, 0],
    [
      'is not sent when the file cannot be read',
      broken,
      0,
      { ok: false, error: { kind: 'unreadable_file' } },
      0,
    ],
    ['is sent when opening the file takes a short time', whole, 4_000, { ok: true }, 1],
    ['is not sent when opening the file takes too long', whole, 60_000, { ok: false }, 0],
  ])('%s', async (_name, chunks, pause, outcome, count) => {
    files.clear();
    if (chunks !== null) files.set('f', { ...file, chunks });
    opening = pause;
    application = applicationId(sandbox.applyTo('one-of-each'));
    expect(await createGateway().sendAnswer(key, document, application)).toMatchObject(outcome);
    expect(requests).toHaveLength(count);
  });
});

describe('files of the application itself', () => {
  const attached = (name: string, type: string): AttachedFile => ({ id: fileId(name), name, size: 5, type });
  const [cv, letter] = [attached('cv.pdf', 'application/pdf'), attached('letter.txt', 'text/plain')];
  const document = attached('a.pdf', 'application/pdf');
  const destination: JobDestination = {
    kind: 'job',
    job: jobId('4711'),
    details: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
    files: { cv, cover_letter: letter, documents: [attached('b.pdf', 'application/pdf')] },
    locale: null,
    source: null,
  };
  const make = (gateway: ServiceGateway) => gateway.makeApplication(key, destination, reference('R'));
  const following: AnswerToSend = {
    ...answer,
    question: documentsQuestion,
    value: { kind: 'document', file: document },
    title: 'documents',
    type: 'multi_document',
  };
  const all = { documents: true };
  const namesIn = (read: Awaited<ReturnType<ServiceGateway['readAnswers']>>) =>
    read.ok
      ? read.value.answers.flatMap(({ question, attributes: { attachments } }) =>
          question === documentsQuestion && Array.isArray(attachments)
            ? attachments.map(({ name }: { name: string }) => name)
            : [],
        )
      : read.error.kind;

  beforeEach(() => {
    files.clear();
    for (const file of [cv, letter, document, attached('b.pdf', 'application/pdf')])
      files.set(file.id, {
        ...file,
        // The submission gives the file another name for the service.
        name: 'as uploaded.pdf',
        async *chunks() {
          yield Buffer.from('%PDF-');
        },
      });
  });

  test('are sent when the application is created, and are read back by name', async () => {
    const gateway = createGateway();
    const made = await make(gateway);
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    expect(namesIn(await gateway.readAnswers(made.value, all))).toEqual(['cv.pdf', 'letter.txt', 'b.pdf']);
  });

  test('include each further document without replacing earlier ones', async () => {
    const gateway = createGateway();
    expect(await gateway.sendAnswer(key, following, application)).toEqual({ ok: true, value: null });
    await gateway.sendAnswer(key, following, application);
    requests = [];
    expect(namesIn(await gateway.readAnswers(application, all))).toEqual(['a.pdf', 'a.pdf']);
    expect(requests).toHaveLength(1);
  });

  test('prevent the application when one of them is missing', async () => {
    files.delete('letter.txt');
    const gone = { ok: false, error: { kind: 'file_gone', file: 'letter.txt' } };
    expect(await make(createGateway())).toEqual(gone);
    expect(requests).toEqual([]);
  });

  /** Makes the service refuse or ignore the parameter that shows the files. */
  const hiding = (gives: 'bad_request' | 'nothing') => {
    withhold = (request) => {
      const url = new URL(request.url);
      if (!url.searchParams.has('extra_fields[applications]')) return null;
      if (gives === 'bad_request') return Response.json({ errors: [{ code: gives }] }, { status: 400 });
      url.searchParams.delete('extra_fields[applications]');
      return new Request(url, request);
    };
  };

  test.each(['bad_request', 'nothing'] as const)(
    'are not read again for ten minutes when the service hides them (%s), and the answers are still read',
    async (gives) => {
      const gateway = createGateway();
      await gateway.sendAnswer(key, answer, application);
      hiding(gives);
      const shown = {
        ok: true,
        value: { answers: [{ question: '101' }], hasAnswers: true, hasDocuments: false },
      };
      expect(await gateway.readAnswers(application, all)).toMatchObject(shown);
      requests = [];
      expect(await gateway.readAnswers(application, all)).toMatchObject(shown);
      expect(requests).toHaveLength(1);
      withhold = () => null;
      await clock.run(600_000);
      expect(await gateway.readAnswers(application, all)).toMatchObject({ value: { hasDocuments: true } });
    },
  );
});
