/** The verifier of `public/docs/operating.md#webhooks`, on a request as we sign it. */
import { expect, test } from 'vitest';
import { snippetsOf } from '../../../build/docs/snippets.support.ts';
import { OTHER_SECRET, SECRET, sampleMessage } from './receiver.support.ts';
import { headersOf } from './send-webhook.ts';

const MINUTE = 60_000;
const { body } = sampleMessage;
const signed = (ago = 0, secrets: readonly string[] = [SECRET]) =>
  headersOf(sampleMessage, secrets, Date.now() - ago);
const timeOf = ({ 'webhook-timestamp': time }: Readonly<Record<string, string>>) => ({
  'webhook-timestamp': time,
});

const [snippet] = snippetsOf('mjs');
const { readWebhook } = await import(
  `data:text/javascript;base64,${Buffer.from(snippet?.text ?? '').toString('base64')}`
);

test.each([
  ['a request as we sign it', signed()],
  ['a request signed with two secrets', signed(0, [OTHER_SECRET, SECRET])],
  ['a request from four minutes ago', signed(4 * MINUTE)],
])('accepts %s', (_name, headers) => {
  expect(readWebhook(headers, body, SECRET)).toMatchObject({ type: 'application.complete' });
});

test.each<readonly [string, object, string?]>([
  ['a changed body', signed(), body.replace('90001', '90002')],
  ['a request from six minutes ago', signed(6 * MINUTE)],
  ['a request from the future', signed(-6 * MINUTE)],
  ['a time other than the signed one', { ...signed(MINUTE), ...timeOf(signed()) }],
  ['another id', { ...signed(), 'webhook-id': 'msg_2' }],
  ['a wrong secret', signed(0, [OTHER_SECRET])],
  ['no signature', { ...signed(), 'webhook-signature': '' }],
  ['no time', { ...signed(), 'webhook-timestamp': '' }],
  ['no headers', {}],
])('refuses %s', (_name, headers, sent = body) => {
  expect(readWebhook(headers, sent, SECRET)).toBeNull();
});

test('the documented body equals the body that is sent', () => {
  const [example] = snippetsOf('json').filter(({ text }) => text.includes('"application.complete"'));
  expect(JSON.parse(example?.text ?? 'null')).toEqual(JSON.parse(body));
});
