import { expect, test } from 'vitest';
import { readLinkCommand, usage } from './options.ts';

const byId = { by: 'application', value: '99', json: false, tenant: null };
const byPhone = { by: 'phone', value: '+447700900123', json: false, tenant: null };

test.each([
  ['an id', '--application 99', byId],
  ['an id of a tenant', '--application=99 --tenant north', { ...byId, tenant: 'north' }],
  ['a phone', '--phone +447700900123', byPhone],
  ['a phone in several words', '--phone +44 7700 900123 --json', { ...byPhone, json: true }],
])('reads %s', (_, line, command) => {
  expect(readLinkCommand(line.split(' '))).toEqual({ ok: true, value: command });
});

test.each([
  ['neither', '', 'Give either --application or --phone.'],
  ['both', '--application 99 --phone +447700900123', 'Give either --application or --phone.'],
  ['an empty id', '--application=', 'The id after --application is empty.'],
  ['a stranger', '--application 99 --colour red', 'Unknown option --colour.'],
  ['a word that is no part of a phone', '--phone +44 please', '"please" belongs to no option.'],
])('names the fault, then shows how it is used: %s', (_, line, fault) => {
  const error = `${fault}\n${usage}`;
  expect(readLinkCommand(line.split(' ').filter(Boolean))).toEqual({ ok: false, error });
});

test('says of a phone without its country what to write', () => {
  expect(readLinkCommand(['--phone', '07700 900123'])).toMatchObject({
    error: expect.stringContaining('country code'),
  });
});
