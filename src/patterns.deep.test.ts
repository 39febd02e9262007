/** No pattern that reads input takes quadratic time, whatever the text. */
import { describe, expect, test } from 'vitest';
import { findComposed, findPatterns, findSteep, nameOf } from './patterns.support.ts';

const folders = ['core', 'browser', 'form', 'sandbox', 'server', 'ui'];

/** Patterns with quadratic time on texts that only trusted sources write, with that source. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['browser/element/apply-form.ts https?:\\S+?(?=:\\d+:\\d)', 'the stack of a call of ours'],
  ['browser/element/settings.ts \\/+$', 'an attribute that the host page wrote'],
  ['browser/diagnosis/server-address.ts \\/+$', 'an attribute that the host page wrote'],
  ['browser/element/light-styles.ts :host[^{]*\\{[^}]*\\}', 'our own style sheet'],
  ['browser/drafts/draft-storage.ts =+$', 'what btoa wrote: two at the most'],
  ['server/app/site/site.ts <script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>', 'pages of our own build'],
  ['server/app/site/site.ts <style[^>]*>([\\s\\S]*?)<\\/style>', 'pages of our own build'],
  ['server/app/configuration/rules.ts \\/+$', 'a variable of the operator, read at start'],
  ['server/app/start-server.ts \\/+$', 'a variable of the operator, read at start'],
  ['server/app/configuration/variable-files.ts [\\r\\n]+$', 'a file of the operator, read at start'],
  [
    'server/app/configuration/unknown-variables.ts ^APPLY_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT|PORT_\\d+_\\w+)$',
    'a name in the environment of the operator',
  ],
]);

const patterns = [...new Map(findPatterns(folders).map((one) => [nameOf(one), one])).entries()];

test('there are patterns to judge, and each exception is of one of them', () => {
  expect(patterns.length).toBeGreaterThan(100);
  const names = new Set(patterns.map(([name]) => name));
  expect([...exceptions.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test.each(patterns.filter(([name]) => !exceptions.has(name)))(
  '%s grows with the length of the text',
  (_name, { regex }) => {
    expect(findSteep(regex)).toBeNull();
  },
);

test('a pattern that is put together stands where its growth is tested by hand, or reads what is ours', () => {
  expect(findComposed(folders)).toEqual([
    // Part of an ISO date-time, tested in `read-date.test.ts`.
    'core/conditions/read-date.ts',
    // The directive name is ours; the policy is that of the page it runs in.
    'browser/diagnosis/no-reply.ts',
    // Sentences of the service, of which 1,000 characters are read, tested in `refused-members.test.ts`.
    'server/service/plain-demand.ts',
    // The same, of which 200 characters are read.
    'server/service/refused-members.ts',
  ]);
});

describe('control: a pattern that looks back is found', () => {
  test.each([
    ['dots at both ends of a name', /^[.\s]+|[.\s]+$/g],
    ['space around a number', /^\s*([+-]?)(\d*)(?:\.(\d*))?\s*$/],
    ['zeros at the end', /0+$/],
    ['a beginning that may come again', /<style[^>]*>([\s\S]*?)<\/style>/gi],
    ['two ways to read each letter', /^(a|a)*$/],
    ['words between words', /^(\w+\s?)*$/],
  ])('%s', (_name, regex) => {
    expect(findSteep(regex)).not.toBeNull();
  });
});
