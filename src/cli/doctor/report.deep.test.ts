import { expect, test } from 'vitest';
import { diagnose } from './diagnose.ts';
import { endpointFact, formFact, frameFact, pageFacts, tagOf } from './facts.support.ts';
import type { PageFacts } from './facts.ts';
import { describePlace, reportJson, reportLines } from './report.ts';

const report = (more: Partial<PageFacts>) => {
  const facts = pageFacts(more);
  return reportLines(facts, diagnose(facts));
};

test('a page with which nothing is wrong is one line', () => {
  expect(report({})).toEqual(['No problem found: 1 form, ready, 14 questions.']);
  const other = formFact({ live: { state: 'ready', codes: [], questions: 1 } });
  expect(report({ forms: [formFact(), other] })).toEqual([
    'No problem found: 2 forms (ready, 14 questions; ready, 1 question).',
  ]);
});

test('a finding is one block: what, where, what was seen, what to do, what to copy', () => {
  const form = formFact({
    live: { state: 'error', codes: ['offline'], questions: null },
    probe: { kind: 'refused', status: 403, code: 'origin_not_allowed' },
  });
  expect(report({ forms: [form], hasViewport: false })).toEqual([
    'Problem: The forms server does not accept forms on this site (origin_not_allowed)',
    '  Where  line 12: <apply-form job="4711">',
    '  Seen   https://forms.example.com answers 403 origin_not_allowed for job 4711, asked from https://careers.example.com.',
    '  Do     Ask the operator of the forms server to add this origin to APPLY_ORIGINS (after a comma where there is one already), then to start it again.',
    '           APPLY_ORIGINS=https://careers.example.com',
    '',
    'Advice: The page has no viewport meta tag: on phones everything is tiny (missing_viewport)',
    '  Seen   The head of the page has no <meta name="viewport">.',
    '  Do     Add it to the head of the page.',
    '           <meta name="viewport" content="width=device-width, initial-scale=1">',
    '',
    '1 problem, 1 piece of advice',
  ]);
});

test('advice alone is no problem', () => {
  expect(report({ hasViewport: false }).at(-1)).toBe(
    'No problem found, 1 piece of advice: 1 form, ready, 14 questions.',
  );
});

test('without a browser it says first what it could not see', () => {
  const form = formFact({ live: null, probe: { kind: 'form', state: 'open', questions: 7 } });
  const lines = report({ examinedBy: 'fetch', forms: [form] });
  expect(lines[0]).toContain('No browser could be used');
  expect(lines.at(-1)).toBe('No problem found: 1 form, open, 7 questions.');
});

test('no token is printed', () => {
  expect(describePlace(tagOf('apply-form', { token: 'SECRET', lang: 'de' }))).toBe(
    'line 12: <apply-form token="…" lang="de">',
  );
  expect(describePlace(tagOf('script', { 'data-apply-token': 'SECRET' }))).not.toContain('SECRET');
  const frame = frameFact({ address: 'https://forms.example.com/frame/default#token=SECRET&lang=de' });
  expect(describePlace(frame.tag)).toContain('#token=…&lang=de');
});

test('nor one that stands where it has no effect', () => {
  const sealed = 'eyJhbGciOiJkaXIifQ..aX5HVS4q.sKFtj0dd-3xG_7TY.Qk7w';
  for (const name of ['tokens', 'token-value', 'session', 'job'])
    expect(describePlace(tagOf('apply-form', { [name]: sealed }))).toBe(`line 12: <apply-form ${name}="…">`);
  const probe = { kind: 'refused', status: 400, code: 'bad_request' } as const;
  const forms = [formFact({ attributes: { job: sealed }, live: null, probe })];
  expect(report({ forms }).join('\n')).toContain('answers 400 bad_request for job …,');
  expect(reportJson(pageFacts({ forms }), diagnose(pageFacts({ forms })))).not.toContain(sealed);
  const address = `htps://forms.example.com/frame/default#token=${sealed}`;
  expect(report({ frames: [frameFact({ address, live: null })] }).join('\n')).not.toContain(sealed);
});

test('a long tag is cut, and one that a script has made has no line', () => {
  const long = tagOf('apply-form', { source: 'x'.repeat(500) }, { line: null });
  expect(describePlace(long)).toMatch(/^put there by a script: <apply-form source="x+…$/);
  expect(describePlace(long).length).toBeLessThan(180);
});

test('what the form says itself in the console is reported, but not twice', () => {
  const said = ['<apply-form> reads theme="blue" as "auto": write auto, dark or light.'];
  expect(report({ said })).toContain(`  ${said[0]}`);
  expect(JSON.parse(reportJson(pageFacts({ said }), []))).toMatchObject({ said });
  const failed = formFact({ live: { state: 'error', codes: ['offline'], questions: null } });
  expect(report({ said, forms: [failed] }).filter((line) => line.includes(said[0] ?? ''))).toHaveLength(1);
});

test('several pieces of advice are counted', () => {
  const form = formFact({ attributes: { job: '4711', colour: 'red' } });
  expect(report({ hasViewport: false, forms: [form] }).at(-1)).toContain('found, 2 pieces of advice: 1 form');
});

test('a tag is quoted as in the source, without what a script has set since', () => {
  const written = { src: '/frame/default#job=1' };
  const tag = tagOf('iframe', { ...written, width: '100%', frameborder: '0' }, { written });
  expect(describePlace(tag)).toBe('line 12: <iframe src="/frame/default#job=1">');
});

test('the JSON holds the same', () => {
  const facts = pageFacts({ endpoints: [endpointFact({ secondsAhead: 120 })] });
  expect(JSON.parse(reportJson(facts, diagnose(facts)))).toMatchObject({
    url: 'https://careers.example.com/jobs/4711',
    examinedBy: 'browser',
    problems: 1,
    advice: 0,
    forms: [{ where: 'line 12: <apply-form job="4711">', state: 'ready', questions: 14 }],
    findings: [
      { name: 'clock', severity: 'problem', where: null, fix: { lines: ['timedatectl set-ntp true'] } },
    ],
  });
});
