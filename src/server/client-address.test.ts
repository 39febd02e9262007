import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const from = (forwarded: string | undefined, proxies: number) =>
  clientAddress(
    { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } },
    proxies,
  );

test.each([
  ['nobody in front: what anybody can write does not count', '6.6.6.6', 0, '10.0.0.1'],
  ['one proxy: the address that it saw', '6.6.6.6, 203.0.113.9', 1, '203.0.113.9'],
  ['two proxies', '6.6.6.6, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['fewer entries than proxies', '203.0.113.9', 2, '10.0.0.1'],
  ['no entry', undefined, 1, '10.0.0.1'],
])('%s', (_name, forwarded, proxies, address) => {
  expect(from(forwarded, proxies)).toBe(address);
});
