import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApplicationId, applicationId, questionId } from '../../core/model/ids.ts';
import { type ClientScene, openClientScene } from './client.support.ts';
import type { NewAnswer } from './new-answer.ts';
import { MEDIA_TYPE, type Send } from './send-request.ts';

let scene: ClientScene;
let application: ApplicationId;

beforeAll(async () => {
  scene = await openClientScene({ forms: ['engineer'], duplicates: 'reject' });
  application = applicationId(scene.sandbox.applyTo('engineer'));
});
afterEach(async () => expect(await scene.faults()).toEqual([]));
afterAll(() => scene.close());

const typed = (client: ClientScene['client'], text: string, question = '101') =>
  client.createAnswer({ application, question: questionId(question), value: { kind: 'text', text } });

test('create_answer.second: where the service refuses one it is invalid, with the place of the question', async () => {
  expect((await typed(scene.client, 'A planner')).ok).toBe(true);
  expect(await typed(scene.client, 'Another planner')).toMatchObject({
    ok: false,
    error: { kind: 'invalid', pointers: ['/data/relationships/question'] },
  });
});

test('service.media_type.request: each body goes out in the service’s media type', async () => {
  const before = scene.sent.length;
  await scene.client.updateApplication(application, { town: 'Oslo' });
  await scene.client.updateApplication(application, { town: 'Bergen' }, { method: 'PUT' });
  await typed(scene.client, 'x', '102');
  const sent = scene.sent.slice(before);
  expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'PUT', 'POST']);
  for (const { headers } of sent) expect(headers.get('content-type')).toBe(MEDIA_TYPE);
});

test('error.400.media_type: what something on the way makes of it is bad_request', async () => {
  const send: Send = async (request) => {
    const headers = new Headers(request.headers);
    headers.set('content-type', 'application/json');
    const body = await request.text();
    return fetch(new Request(request.url, { method: request.method, headers, body }));
  };
  const reply = await scene.clientWith({ send }).updateApplication(application, { town: 'Oslo' });
  expect(reply).toEqual({ ok: false, error: { kind: 'bad_request' } });
});

test('limit.megabyte: 10 of 1,048,576 bytes are taken, one byte more is invalid', async () => {
  const documentOf = (bytes: number) => ({
    documents_base64: [
      {
        data: `data:text/plain;base64,${Buffer.alloc(bytes, 'x').toString('base64')}`,
        filename: 'notes.txt',
      } as const,
    ],
  });
  const replies = [];
  for (const bytes of [10_485_760, 10_485_761])
    replies.push(await scene.client.updateApplication(application, documentOf(bytes)));
  expect(replies.map((reply) => (reply.ok ? 'taken' : reply.error.kind))).toEqual(['taken', 'invalid']);
});

test('answers.read_only: no answer can carry one, to the compiler', () => {
  const value = { kind: 'text', text: 'x' } as const;
  const answer = { application, question: questionId('101'), value };
  // @ts-expect-error read-only
  const titled: NewAnswer = { ...answer, value: { kind: 'text', text: 'x', title: 'x' } };
  // @ts-expect-error read-only
  const made: NewAnswer = { ...answer, created_at: '2026-01-01T00:00:00Z' };
  expect([titled, made]).toHaveLength(2);
});
