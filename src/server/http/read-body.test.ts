import { expect, test } from 'vitest';
import * as z from 'zod';
import { readJson } from './read-body.ts';

const read = (text: string, mostMembers?: number) => {
  const request = new Request('https://apply.example', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  });
  return readJson(request, 1_000_000, z.unknown(), { mostMembers });
};

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const lists = (count: number): string => `[${Array.from({ length: count - 1 }, () => '[]').join()}]`;
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_one, number) => `"m${number}":0`).join()}}`;

const plain = 'The body is nested more than 16 levels deep, or has more than 30006 objects and lists';
const narrow = `${plain}, or an object of more than 100 members.`;

test.each<[string, string, number | undefined, string]>([
  ['one level too deep', nested(17), undefined, narrow],
  ['one list too many', lists(30_007), undefined, narrow],
  ['one member too many', members(101), undefined, narrow],
  ['more members than are asked for', members(4), 3, `${plain}, or an object of more than 3 members.`],
  ['too deep where members have no bound', nested(17), Number.POSITIVE_INFINITY, `${plain}.`],
])('a body of %s is refused, and told which bounds there are', async (_name, text, most, detail) => {
  expect(await read(text, most)).toMatchObject({ ok: false, error: { code: 'bad_request', detail } });
});

test.each<[string, string, number | undefined]>([
  ['as deep as may be', nested(16), undefined],
  ['as many lists as may be', lists(30_006), undefined],
  ['as many members as may be', members(100), undefined],
  ['many members where they have no bound', members(5_000), Number.POSITIVE_INFINITY],
])('a body of %s is read', async (_name, text, most) => {
  expect(await read(text, most)).toMatchObject({ ok: true });
});
