import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { fileId, questionId, revision } from '../../core/model/ids.ts';
import { defaultSemantics, type FileLimits } from '../../core/model/question.ts';
import type { FileRow, WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { announce, type Emit, nothingRich, readSettings } from '../host/host.ts';
import { failureOf } from '../proxy/access.ts';
import type * as files from '../proxy/files.ts';
import type { Renewal } from '../proxy/request.ts';
import { quiet } from '../settle.support.ts';
import { Uploads } from './uploads.ts';

const codes: Readonly<Record<number, string>> = { 415: 'file_type' };
const limits: FileLimits = { bytes: 10 * 1_048_576, types: ['.pdf', '.docx', '.png'] };

interface Uploading {
  readonly init: RequestInit;
  readonly finish: (status: number) => void;
}

let form: WritableForm;
let uploads: Uploads;
let started: Uploading[];
let forgotten: string[];
let changes: unknown[];

const cv = questionId('1');
const papers = questionId('2');

const uploadByXhr: typeof files.uploadByXhr = (_address, init) =>
  new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    const finish = (status: number) =>
      resolve(Response.json({ errors: [{ code: codes[status] }] }, { status }));
    started.push({ init, finish });
  });

vi.mock('../proxy/files.ts', async (original) => ({
  ...(await original<object>()),
  uploadByXhr: (...given: Parameters<typeof uploadByXhr>) => uploadByXhr(...given),
}));

const pageFetch: typeof fetch = async (input, init) => {
  if (init?.method === 'DELETE') forgotten.push(String(input).split('/').at(-1) ?? '');
  return new Response(null, { status: 204 });
};

const renewal: Renewal = {
  async authorised(run) {
    const outcome = await run({
      endpoint: 'https://forms.example.com',
      token: 'sealed',
      fetch: pageFetch,
    });
    return outcome.ok ? outcome : failure(failureOf(outcome.error));
  },
  renew: async (trouble) => trouble,
};

const settings = () => ({
  ...readSettings(() => null, 'https://forms.example.com'),
  ...nothingRich,
});

const unused = () => Promise.reject(new Error('unused'));

const emit: Emit = (name, detail) => {
  if (name === 'apply-change') changes.push(detail);
  return true;
};

beforeEach(() => {
  started = [];
  forgotten = [];
  changes = [];
  form = createForm(
    treeOf(
      question('1', 'document'),
      question('2', 'multi_document'),
      question('3', 'short_text', { parent: '1', when: ['equals', 'true'] }),
    ),
  );
  const host = {
    settings,
    emit,
    transport: {
      fetch: pageFetch,
      loadFilling: unused,
      loadWords: unused,
    },
    element: null,
    warn: () => {},
  };
  const semantics = defaultSemantics;
  const known = { revision: revision('r'), semantics, state: 'open', submission: null, title: null } as const;
  const meta = {
    ...known,
    fallback: null,
    limits,
    draftKey: null,
    olderDraftKeys: [],
    expiresIn: null,
    notice: null,
    stated: null,
  };
  const page = { form, meta, preview: false, close: announce(form, emit), again: () => {} };
  uploads = new Uploads({ host, renewal, page: () => page });
});

const pdf = (name = 'cv.pdf', content: BlobPart = 'x') => new File([content], name);

/** A file that claims a size without having its bytes. */
const big = (name: string, size: number) => Object.defineProperty(pdf(name), 'size', { value: size });

/** A file that has gone from the disk after it was chosen. */
function moved(name: string): File {
  const file = pdf(name);
  file.slice = () =>
    ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as never;
  return file;
}

const rowsOf = (id = cv): readonly FileRow[] => form.fields.get(id)?.files.value ?? [];
const shown = (id = cv) =>
  rowsOf(id).map(({ name, progress }) => `${name}: ${'code' in progress ? progress.code : progress.kind}`);
const idOf = (name: string, id = cv) => rowsOf(id).find((row) => row.name === name)?.id ?? fileId('');

async function attach(id: typeof cv, ...files: File[]): Promise<void> {
  uploads.attach(id, files);
  await quiet();
}

async function finish(place: number, status = 201): Promise<void> {
  started[place]?.finish(status);
  await quiet();
}

describe('a replaced file', () => {
  test('disappears at once, and the proxy deletes it when the new file has arrived', async () => {
    await attach(cv, pdf('old.pdf'));
    await finish(0);
    const old = idOf('old.pdf');
    await attach(cv, pdf('new.pdf'));
    expect(shown()).toEqual(['new.pdf: uploading']);
    expect(forgotten).toEqual([]);
    await finish(1);
    expect(shown()).toEqual(['new.pdf: staged']);
    expect(forgotten).toEqual([old]);
  });

  test.each([
    ['by our own checks', pdf('new.exe'), 'new.exe: file_type'],
    ['because it is empty', pdf('new.pdf', ''), 'new.pdf: file_empty'],
    ['because it cannot be read', moved('new.pdf'), 'new.pdf: file_unreadable'],
  ])('stays when the new file is refused %s', async (_name, file, refused) => {
    await attach(cv, pdf('old.pdf'));
    await finish(0);
    await attach(cv, file);
    expect(shown()).toEqual(['old.pdf: staged', refused]);
    expect(forgotten).toEqual([]);
  });

  test('comes back when the proxy refuses the new file', async () => {
    await attach(cv, pdf('old.pdf'));
    await finish(0);
    await attach(cv, pdf('new.pdf'));
    await finish(1, 415);
    expect(shown()[0]).toBe('old.pdf: staged');
    expect(form.outgoing.value).toMatchObject([{ value: { file: { name: 'old.pdf' } } }]);
    expect(forgotten).toEqual([]);
  });
});

describe('several files', () => {
  test('a file over its limit, or over 100 MB in total, is refused before the upload', async () => {
    const tenMegabytes = 10 * 1_048_576;
    await attach(cv, big('cv.pdf', tenMegabytes + 1));
    expect(shown()).toEqual(['cv.pdf: file_too_large']);
    await attach(papers, ...Array.from({ length: 10 }, (_, index) => big(`${index}.pdf`, tenMegabytes)));
    expect(shown(papers).at(-1)).toBe('9.pdf: uploading');
    await attach(papers, pdf('one byte.pdf'));
    expect(shown(papers).at(-1)).toBe('one byte.pdf: total_too_large');
    expect(started).toHaveLength(10);
  });
});

describe('the type of a file', () => {
  test.each([
    ['CV.PDF', '', 'uploading'],
    ['cv.pages', '', 'file_type'],
    ['cv', 'application/pdf', 'file_type'],
    ['cv.pdf.exe', 'application/pdf', 'file_type'],
  ])('%s with the media type "%s": %s, since the proxy decides by endings', async (name, type, state) => {
    await attach(cv, new File(['x'], name, { type }));
    expect(shown()).toEqual([`${name}: ${state}`]);
  });

  test.each([
    ['MZ\u0090\0', 'file_type'],
    ['\u007FELF', 'file_type'],
    ['MZ is how this text begins', 'uploading'],
  ])('is refused for an executable by its first bytes, whatever its name: %j: %s', async (content, state) => {
    await attach(cv, new File([new Uint8Array([...content].map((each) => each.charCodeAt(0)))], 'cv.pdf'));
    expect(shown()).toEqual([`cv.pdf: ${state}`]);
  });
});

describe('cancelling', () => {
  test('aborts the request, removes the row and deletes the file at the proxy', async () => {
    await attach(papers, pdf('a.pdf'), pdf('b.pdf'));
    const id = idOf('a.pdf', papers);
    uploads.detach(papers, id);
    await quiet();
    expect(started.map(({ init }) => init.signal?.aborted)).toEqual([true, false]);
    expect(shown(papers)).toEqual(['b.pdf: uploading']);
    expect(forgotten).toEqual([id]);
  });
});

test('the host gets one event for each file that is added, replaced or removed', async () => {
  await attach(cv, pdf('old.pdf'));
  await finish(0);
  expect(changes.splice(0)).toEqual([{ question: cv, valid: true }]);
  await attach(cv, pdf('new.pdf'));
  expect(changes.splice(0)).toEqual([{ question: cv, valid: true }]);
  uploads.detach(cv, idOf('new.pdf'));
  expect(changes.splice(0)).toEqual([{ question: cv, valid: true }]);
  uploads.detach(cv, idOf('old.pdf'));
  expect(changes.splice(0)).toEqual([{ question: cv, valid: true }]);
});
