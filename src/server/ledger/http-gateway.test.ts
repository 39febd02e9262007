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
let asked: string[];
let application: ReturnType<typeof applicationId>;
const files = new Map<string, FileSource>();
/** What stands between us and the service; null: nothing. */
let withhold: (request: Request) => Request | Response | null;
/** Milliseconds that opening a file takes. */
let opening = 0;
const key = { tenant: tenant('t'), subject: subject('s') };

beforeEach(() => {
  sandbox = createSandbox();
  clock = createVirtualClock();
  asked = [];
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
      asked.push(`${request.method} ${decodeURIComponent(pathname + search)}`);
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
/** The list of applications is not for this key. */
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

describe('what an application holds', () => {
  const nested = `${single}\\d+\\?include=answers.question$`;
  const listed = '/api/v1/applications\\?';
  test.each<[string, typeof withhold, readonly string[], object]>([
    ['takes a nested include', () => null, [nested], { question: '101', createdAt: expect.any(Number) }],
    ['knows no nested include', refuseInclude(/\./), [single, single], {}],
    ['refuses an include there', refuseInclude(/./), [single, single, single, listed], {}],
    ['ignores an include there', ignoreInclude, [single, single, single, listed], {}],
  ])('is found where the service %s, which is remembered', async (_name, change, paths, more) => {
    const gateway = createGateway();
    await gateway.sendAnswer(key, answer, application);
    withhold = change;
    asked = [];
    expect(await gateway.readAnswers(application, answersAlone)).toMatchObject({
      ok: true,
      value: { answers: [{ attributes: { text_answer: 'Nurse' }, ...more }] },
    });
    expect(asked).toEqual(paths.map((path) => expect.stringMatching(new RegExp(`^GET ${path}`))));
    const last = asked.at(-1);
    asked = [];
    await gateway.readAnswers(application, answersAlone);
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked.at(-1)).toBe(last);
  });

  test('cannot be known where no way works, and after ten minutes it is tried again', async () => {
    const gateway = createGateway();
    await gateway.sendAnswer(key, answer, application);
    withhold = (request) => refuseList(request) ?? ignoreInclude(request);
    const impossible = { ok: false, error: { kind: 'impossible' } };
    expect(await gateway.readAnswers(application, answersAlone)).toEqual(impossible);
    asked = [];
    expect(await gateway.readAnswers(application, answersAlone)).toEqual(impossible);
    expect(asked).toEqual([]);
    withhold = () => null;
    await clock.run(600_000);
    expect(await gateway.readAnswers(application, answersAlone)).toMatchObject({ ok: true });
  });

  test('is not known where each way shows something else, which is not remembered', async () => {
    const gateway = createGateway();
    await gateway.sendAnswer(key, answer, application);
    withhold = ({ url }) => (url.includes('include=') ? Response.json({ data: [] }) : null);
    const unproven = { ok: false, error: { kind: 'unproven' } };
    expect(await gateway.readAnswers(application, answersAlone)).toEqual(unproven);
    withhold = () => null;
    expect(await gateway.readAnswers(application, answersAlone)).toMatchObject({ ok: true });
  });
});

describe('an application that may have been made', () => {
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const make = (gateway: ServiceGateway, name: string) =>
    gateway.makeApplication(
      key,
      { kind: 'job', job: jobId('4711'), details, locale: null, source: null },
      reference(name),
    );
  const HOUR = 3_600_000;

  test('is found by our reference among others, and not there when the list says so to its end', async () => {
    const gateway = createGateway();
    const made = await make(gateway, 'REF-1');
    for (let number = 0; number < 5; number += 1) await make(gateway, `OTHER-${number}`);
    expect(await gateway.findApplication(reference('REF-1'), HOUR)).toEqual(made);
    expect(await gateway.findApplication(reference('REF-2'), HOUR)).toEqual({ ok: true, value: null });
  });

  test('cannot be known where the list is refused', async () => {
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

  // After a long pause another worker may have found the mark old, looked, and sent it.
  test.each<readonly [string, FileSource['chunks'] | null, number, object, number]>([
    ['that is gone is not sent', null, 0, { ok: false, error: { kind: 'file_gone' } }, 0],
    ['that cannot be read is not sent', broken, 0, { ok: false, error: { kind: 'unreadable_file' } }, 0],
    ['is sent after a short pause while it is opened', whole, 4_000, { ok: true }, 1],
    ['is not sent after a long one', whole, 60_000, { ok: false }, 0],
  ])('%s', async (_name, chunks, pause, outcome, requests) => {
    files.clear();
    if (chunks !== null) files.set('f', { ...file, chunks });
    opening = pause;
    application = applicationId(sandbox.applyTo('one-of-each'));
    expect(await createGateway().sendAnswer(key, document, application)).toMatchObject(outcome);
    expect(asked).toHaveLength(requests);
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
            ? attachments.map((one: { name: string }) => one.name)
            : [],
        )
      : read.error.kind;

  beforeEach(() => {
    files.clear();
    for (const one of [cv, letter, document, attached('b.pdf', 'application/pdf')])
      files.set(one.id, {
        ...one,
        // As it was uploaded: what goes out is the name that the submission gives it.
        name: 'as uploaded.pdf',
        async *chunks() {
          yield Buffer.from('%PDF-');
        },
      });
  });

  test('go with it when it is made, and are read back by their names', async () => {
    const gateway = createGateway();
    const made = await make(gateway);
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    expect(namesIn(await gateway.readAnswers(made.value, all))).toEqual(['cv.pdf', 'letter.txt', 'b.pdf']);
  });

  test('and further documents are added to it, each beside those that are there', async () => {
    const gateway = createGateway();
    expect(await gateway.sendAnswer(key, following, application)).toEqual({ ok: true, value: null });
    await gateway.sendAnswer(key, following, application);
    asked = [];
    expect(namesIn(await gateway.readAnswers(application, all))).toEqual(['a.pdf', 'a.pdf']);
    expect(asked).toHaveLength(1);
  });

  test('without one of them nothing goes', async () => {
    files.delete('letter.txt');
    const gone = { ok: false, error: { kind: 'file_gone', file: 'letter.txt' } };
    expect(await make(createGateway())).toEqual(gone);
    expect(asked).toEqual([]);
  });

  /** A service that refuses, or ignores, what shows them. */
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
    'where they are not shown (%s), the answers are, and it is remembered',
    async (gives) => {
      const gateway = createGateway();
      await gateway.sendAnswer(key, answer, application);
      hiding(gives);
      const shown = {
        ok: true,
        value: { answers: [{ question: '101' }], hasAnswers: true, hasDocuments: false },
      };
      expect(await gateway.readAnswers(application, all)).toMatchObject(shown);
      asked = [];
      expect(await gateway.readAnswers(application, all)).toMatchObject(shown);
      expect(asked).toHaveLength(1);
      withhold = () => null;
      await clock.run(600_000);
      expect(await gateway.readAnswers(application, all)).toMatchObject({ value: { hasDocuments: true } });
    },
  );
});
