import { describe, expect, test } from 'vitest';
import { answerBody, ask, list, type Reply } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const uriOf = (text: string, type = 'text/plain'): string =>
  `data:${type};base64,${Buffer.from(text).toString('base64')}`;

const DOCUMENT_QUESTION = '106';

interface Applied {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly change: (attributes: object) => Promise<Reply>;
  readonly attachments: () => Promise<readonly unknown[]>;
}

function applied(sandbox = createSandbox()): Applied {
  const id = sandbox.applyTo('engineer');
  const path = `/api/v1/applications/${id}`;
  return {
    sandbox,
    id,
    change: (attributes) =>
      ask(sandbox, path, {
        method: 'PATCH',
        body: JSON.stringify({ data: { type: 'applications', id, attributes } }),
      }),
    attachments: async () => {
      const { body } = await ask(sandbox, `${path}?extra_fields[applications]=attachments`);
      return list(at(body, 'data', 'attributes', 'attachments'));
    },
  };
}

/** Follows a link without the key, as a browser does. */
const download = (sandbox: Sandbox, url: unknown) => sandbox.fetch(new Request(String(url)));

const named = (attachments: readonly unknown[]) =>
  attachments.map((file) => [at(file, 'context'), at(file, 'name')]);

describe('files of an application', () => {
  test('applications.extra.attachments: each file has a context, a name and a working address', async () => {
    const { sandbox, change, attachments } = applied();
    await change({
      cv_base64_data: uriOf('cv'),
      cv_base64_filename: 'cv.odt',
      cover_letter_base64_data: uriOf('letter'),
      cover_letter_base64_filename: 'letter.txt',
      documents_base64: [{ data: uriOf('one', 'image/png'), filename: 'über 1.png' }],
    });
    const files = await attachments();
    expect(named(files)).toEqual([
      ['cv', 'cv.odt'],
      ['cover_letter', 'letter.txt'],
      ['document', 'über 1.png'],
    ]);
    expect(files.map((one) => Object.keys(Object(one)))).toEqual(files.map(() => ['context', 'name', 'url']));
    const replies = await Promise.all(files.map((file) => download(sandbox, at(file, 'url'))));
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['cv', 'letter', 'one']);
    expect(replies.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/octet-stream',
      'text/plain; charset=utf-8',
      'image/png',
    ]);
    expect(replies[2]?.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%BCber%201.png",
    );
  });

  test('applications.documents_base64: documents are added, a cover letter is replaced', async () => {
    const { change, attachments } = applied();
    const letter = (name: string) => ({
      cover_letter_base64_data: uriOf(name),
      cover_letter_base64_filename: name,
    });
    await change({ ...letter('1.txt'), documents_base64: [{ data: uriOf('a'), filename: 'a.txt' }] });
    await change({ ...letter('2.txt'), documents_base64: [{ data: uriOf('b'), filename: 'b.txt' }] });
    expect(named(await attachments())).toEqual([
      ['document', 'a.txt'],
      ['cover_letter', '2.txt'],
      ['document', 'b.txt'],
    ]);
  });

  test('applications.cv_signed_id: an unknown id is accepted, but its file cannot be downloaded', async () => {
    const { sandbox, change, attachments } = applied();
    expect((await change({ cv_signed_id: 'eyJ/x==--y' })).status).toBe(200);
    expect((await download(sandbox, at((await attachments())[0], 'url'))).status).toBe(404);
  });
});

describe('files of answers', () => {
  const answered = async (attributes: object, sandbox = createSandbox()) => {
    const application = sandbox.applyTo('engineer');
    const body = JSON.stringify(
      answerBody({ question: DOCUMENT_QUESTION, application, attributes: { ...attributes } }),
    );
    const path = '/api/v1/answers?extra_fields[answers]=attachments';
    return { sandbox, application, reply: await ask(sandbox, path, { method: 'POST', body }) };
  };
  const file = { document_base64_data: uriOf('cv'), document_base64_filename: 'cv.txt' };

  test('create_answer.document: the file is stored, and both addresses return it', async () => {
    const { sandbox, reply } = await answered(file);
    const { document_answer: document, attachments } = Object(at(reply.body, 'data', 'attributes'));
    const address = /^http:\/\/sandbox\.test\/files\/[0-9a-f-]{36}\/cv\.txt$/;
    expect(document).toEqual({
      context: 'document_answer',
      filename: 'cv.txt',
      name: 'cv.txt',
      url: expect.stringMatching(address),
    });
    expect(attachments).toEqual([{ context: 'document_answer', name: 'cv.txt', url: at(document, 'url') }]);
    expect(await (await download(sandbox, at(document, 'url'))).text()).toBe('cv');
  });

  test('create_answer.document_signed: a signed id can replace the file', async () => {
    const first = await answered(file);
    const url = String(at(first.reply.body, 'data', 'attributes', 'document_answer', 'url'));
    const signed = /files\/([^/]+)\//.exec(url)?.[1];
    const { reply } = await answered({ document_signed_id: signed }, first.sandbox);
    expect([reply.status, at(reply.body, 'data', 'attributes', 'document_answer', 'url')]).toEqual([
      201,
      url,
    ]);
    expect(at(reply.body, 'data', 'attributes', 'document_signed_id')).toBeUndefined();
  });

  test.each<readonly [string, object]>([
    ['a blank id', { document_signed_id: ' ' }],
    ['a number', { document_signed_id: 1 }],
    ['an id together with a file', { ...file, document_signed_id: 'x' }],
  ])('answers.document_signed_id: %s is refused', async (_, attributes) => {
    const { sandbox, application, reply } = await answered(attributes);
    expect([reply.status, sandbox.answers(application)]).toEqual([422, []]);
  });
});
