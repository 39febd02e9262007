import { expect, test } from 'vitest';
import fc from '../../properties.support.ts';
import { clientAddress } from './answer-requests.ts';

const from = (
  forwarded: string | undefined,
  proxies: number,
  others: Readonly<Record<string, string>> = {},
) =>
  clientAddress(
    { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded, ...others } },
    proxies,
  );

test.each([
  ['no proxy in front: a header that any client can write does not count', '6.6.6.6', 0, '10.0.0.1'],
  ['one proxy: the address that it saw', '6.6.6.6, 203.0.113.9', 1, '203.0.113.9'],
  ['two proxies', '6.6.6.6, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['fewer entries than proxies', '203.0.113.9', 2, '10.0.0.1'],
  ['no entry', undefined, 1, '10.0.0.1'],
])('%s', (_name, forwarded, proxies, address) => {
  expect(from(forwarded, proxies)).toBe(address);
});

test.each([
  ['[::ffff:cb00:7109]:443', '203.0.113.9'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('an entry %s is counted as %s, and so is the connection', (entry, address) => {
  expect(from(entry, 1)).toBe(address);
  const [bare = ''] = /[0-9A-Fa-f:.]+(?:%\w+)?(?=\]|$)|^[\d.]+/.exec(entry) ?? [];
  expect(clientAddress({ socket: { remoteAddress: bare }, headers: {} }, 0)).toBe(address);
});

test('where the two headers differ, one of them was written by the visitor: neither counts', () => {
  expect(from('203.0.113.9', 1, { forwarded: 'for=6.6.6.6' })).toBe('10.0.0.1');
  expect(from('6.6.6.6', 1, { forwarded: 'for=203.0.113.9' })).toBe('10.0.0.1');
});

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
/** Of no translated IPv4 address, which is counted as such. */
const prefixes = groups.filter(([first]) => first !== 0 && first !== 0x64);
const written = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');

test('two addresses share their count when, and only when, they are of one /64', () => {
  fc.assert(
    fc.property(prefixes, groups, prefixes, groups, (prefix, host, otherPrefix, otherHost) => {
      const [one, other] = [
        from(written([...prefix, ...host]), 1),
        from(written([...prefix, ...otherHost]), 1),
      ];
      expect(one).toBe(other);
      expect(one === from(written([...otherPrefix, ...otherHost]), 1)).toBe(
        written(prefix) === written(otherPrefix),
      );
    }),
  );
});

test('what is no address makes no count of its own: it is the connection’s', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const [entry, forwarded] = [`x${text.replaceAll(',', '')}`, `for=_${text.replaceAll(',', '')}`];
      expect(from(entry, 1)).toBe('10.0.0.1');
      expect(from(undefined, 1, { forwarded })).toBe('10.0.0.1');
    }),
  );
  for (const entry of ['unknown', '', '1.2.3.4.5', '010.1.1.1', '[::1'])
    expect(['10.0.0.1', '0:0:0:0::/64']).toContain(from(entry, 1));
});
