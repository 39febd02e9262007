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
  ['ignores the header without a proxy, because any client can write it', '6.6.6.6', 0, '10.0.0.1'],
  ['takes the address that the only proxy saw', '6.6.6.6, 203.0.113.9', 1, '203.0.113.9'],
  ['takes the address that the first of two proxies saw', '6.6.6.6, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['takes the connection’s address when there are fewer entries than proxies', '203.0.113.9', 2, '10.0.0.1'],
  ['takes the connection’s address when there is no entry', undefined, 1, '10.0.0.1'],
])('%s', (_name, forwarded, proxies, address) => {
  expect(from(forwarded, proxies)).toBe(address);
});

test.each([
  ['[::ffff:cb00:7109]:443', '203.0.113.9'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts the entry %s as %s, and a connection likewise', (entry, address) => {
  expect(from(entry, 1)).toBe(address);
  const [bare = ''] = /[0-9A-Fa-f:.]+(?:%\w+)?(?=\]|$)|^[\d.]+/.exec(entry) ?? [];
  expect(clientAddress({ socket: { remoteAddress: bare }, headers: {} }, 0)).toBe(address);
});

test('ignores both headers when they differ, because the visitor wrote one of them', () => {
  expect(from('203.0.113.9', 1, { forwarded: 'for=6.6.6.6' })).toBe('10.0.0.1');
  expect(from('6.6.6.6', 1, { forwarded: 'for=203.0.113.9' })).toBe('10.0.0.1');
});

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
/** Prefixes without those of translated IPv4 addresses, which are counted as IPv4. */
const prefixes = groups.filter(([first]) => first !== 0 && first !== 0x64);
const written = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');

test('counts two IPv6 addresses together only when they are in the same /64', () => {
  fc.assert(
    fc.property(prefixes, groups, prefixes, groups, (prefix, host, otherPrefix, otherHost) => {
      const [first, second] = [
        from(written([...prefix, ...host]), 1),
        from(written([...prefix, ...otherHost]), 1),
      ];
      expect(first).toBe(second);
      expect(first === from(written([...otherPrefix, ...otherHost]), 1)).toBe(
        written(prefix) === written(otherPrefix),
      );
    }),
  );
});

test('counts an entry that is no address for the address of the connection', () => {
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
