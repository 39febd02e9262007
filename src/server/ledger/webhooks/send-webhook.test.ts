import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { SECRET, sampleMessage, startReceiver } from './receiver.support.ts';
import { createWebhookSender, isPublicAddress, numberOf, publicOnly } from './send-webhook.ts';

test.each([
  ['8.8.8.8', 'a resolver'],
  ['93.184.215.14', 'a site'],
  ['172.32.0.0', 'just after a private range'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'a site'],
])('%s is a public address (%s)', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['0.0.0.0', 'this machine'],
  ['127.0.0.1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'shared by a provider'],
  ['169.254.169.254', 'cloud metadata'],
  ['198.18.0.1', 'benchmarks'],
  ['224.0.0.1', 'multicast'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback, mapped'],
  ['::127.0.0.1', 'loopback, in the deprecated mapping'],
  ['64:ff9b::7f00:1', 'loopback, translated'],
  ['2002:7f00:1::', 'loopback, by 6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['fd00:ec2::254', 'cloud metadata'],
  ['fe80::1', 'link-local'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'documentation'],
  ['hooks.example.com', 'not an IP address'],
  ['', 'not an IP address'],
])('"%s" is not a public address (%s)', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ['https://127.1/', '127.0.0.1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['https://hooks.example.com/', null],
])('finds the IP address in %s: %s', (url, address) => {
  expect(numberOf(new URL(url))).toBe(address);
});

function createSender() {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const sender = createWebhookSender({ clock: systemClock, resolve });
  onTestFinished(() => sender.close());

  return (url: string, allowPrivate: boolean) =>
    sender.send({ url, secrets: [SECRET], allowPrivate }, sampleMessage);
}

test.each([
  ['a name that resolves to it', 'hooks.example.com'],
  ['its IP address, which needs no lookup', '127.0.0.1'],
  ['its decimal form', '2130706433'],
])('does not reach a private address by %s', async (_name, host) => {
  const receiver = await startReceiver();
  const url = receiver.url.replace('127.0.0.1', host);
  expect(await createSender()(url, false)).toEqual({ kind: 'failed', cause: 'private_address' });
  expect(receiver.heard).toEqual([]);
});

test.each([
  [307, { kind: 'failed', cause: 'redirect' }],
  [500, { kind: 'failed', cause: 'status_500' }],
  [410, { kind: 'gone' }],
  [204, { kind: 'delivered' }],
  [null, { kind: 'failed', cause: 'no_connection' }],
])('reports a reply of %s as %j, and follows no redirect', async (status, outcome) => {
  const inner = await startReceiver();
  const receiver = await startReceiver((_heard, response) => {
    response.setHeader('location', inner.url);
    if (status === null) response.destroy();
    return status;
  });
  expect(await createSender()(receiver.url, true)).toEqual(outcome);
  expect([receiver.heard.length > 0, inner.heard]).toEqual([true, []]);
});

test('the lookup returns only the public ones among the addresses of a name', async () => {
  const addresses = ['127.0.0.1', '93.184.215.14', '::1'];
  const look = publicOnly(async () => addresses.map((address) => ({ address, family: 4 })));
  const given = await new Promise((resolve) =>
    look('hooks.example.com', { all: true }, (_error, found) => resolve(found)),
  );
  expect(given).toEqual([{ address: '93.184.215.14', family: 4 }]);
});
