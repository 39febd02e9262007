import { expect, test } from 'vitest';
import { networkOf } from './visitors.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['203.0.113.8', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:3::1', '2001:db8:1::/48'],
  ['unknown address', 'unknown address'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
