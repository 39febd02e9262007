// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { quiet } from '../browser/settle.support.ts';
import { reference } from '../core/model/ids.ts';
import type { Submission } from '../core/model/submission.ts';
import { child, formOf, Inspected, question, quietSandbox } from './inspector.support.tsx';

let inspected: Inspected;

afterEach(() => {
  inspected.end();
  vi.restoreAllMocks();
});

const many = Array.from({ length: 90 }, (_, place) => question(`${place + 1}`, 'short_text'));

const request = {
  number: 1,
  method: 'POST',
  path: '/api/v1/answers',
  question: '1',
  status: 201,
  at: '2026-03-04T10:00:00.000Z',
  milliseconds: 12,
  errors: [],
};

test('what would be sent is what the form sends, in its order, without what is hidden', async () => {
  inspected = new Inspected(
    formOf([...many, question('91', 'boolean'), child('92', '91', 'equals', 'true')]),
    { sandbox: quietSandbox },
  );
  for (const id of ['92', '80', '3', '91', '41'])
    await inspected.answer(id, id === '91' ? { kind: 'boolean', value: false } : { kind: 'text', text: id });
  await inspected.open('requests');
  await quiet();
  const listed = inspected
    .find('.requests summary')
    .map((line) => /question (\d+)Q/.exec(line.textContent)?.[1]);
  expect(listed).toEqual(inspected.form.outgoing.value.map((each) => each.question));
  expect(listed).toEqual(['3', '41', '80', '91']);
});

test('a keystroke draws again only the request that it changes', async () => {
  inspected = new Inspected(formOf(many), { sandbox: quietSandbox });
  for (const { id } of [{ id: '1' }, { id: '2' }, { id: '60' }])
    await inspected.answer(id, { kind: 'text', text: 'a' });
  await inspected.open('requests');
  await inspected.openDetails();
  const changed = new Set<string | null | undefined>();
  const observer = new MutationObserver((all) => {
    for (const { target } of all) changed.add(target.parentElement?.closest('.request')?.textContent);
  });
  observer.observe(inspected.one('.requests'), {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  await inspected.answer('2', { kind: 'text', text: 'ab' });
  observer.disconnect();
  expect([...changed].map((words) => words?.includes('"ab"'))).toEqual([true]);
});

test.each([
  ['delivering', /^Everything is with the proxy\. What it has passed on to the service stands below\.$/],
  ['complete', /^Nothing more: all of it has been sent\.$/],
] as const)('while the submission is %s it says where the answers are', async (state, words) => {
  inspected = new Inspected(formOf(many), { sandbox: quietSandbox });
  await inspected.open('requests');
  inspected.inspector.show({ application: '9', requests: [], held: [] });
  const submission: Submission = {
    reference: reference('K7M2-Q9XD'),
    state,
    acceptedAt: '2026-03-04T10:00:00.000Z',
    secondsLeft: null,
    application: null,
    answers: [],
  };
  inspected.form.submission.value = { kind: 'accepted', submission, sent: new Map() };
  await quiet();
  expect(inspected.one('h3 + .hint').textContent).toMatch(words);
});

test('every copy is said by the same status, and stands at its own button alone', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  inspected = new Inspected(formOf(many), { sandbox: quietSandbox });
  for (const id of ['1', '2']) await inspected.answer(id, { kind: 'text', text: 'a' });
  await inspected.open('requests');
  for (const [place, id] of ['1', '2'].entries()) {
    inspected.find('.copy')[place]?.click();
    await quiet();
    expect(inspected.find('.copied').map((said) => said.parentElement?.textContent)).toEqual([
      expect.stringContaining(`question ${id}Q`),
    ]);
    expect(inspected.find('[role=status]').map((status) => status.textContent)).toEqual([
      `Copied. POST /api/v1/answers · question ${id}`,
    ]);
  }
  expect(write).toHaveBeenCalledTimes(2);
});

test('a body that was read already is copied within the press, before anything is waited for', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const readBody = vi.fn(async () => ({ text: '{"data":{}}', isWhole: true }));
  inspected = new Inspected(formOf(many), { sandbox: { ...quietSandbox, readBody } });
  await inspected.open('requests');
  inspected.inspector.show({ application: '9', requests: [request], held: [] });
  await quiet();
  inspected.one('.copy').click();
  expect(write).toHaveBeenCalledTimes(0);
  await quiet();
  expect(write).toHaveBeenCalledTimes(1);
  inspected.one('.copy').click();
  expect(write).toHaveBeenCalledTimes(2);
  expect(readBody).toHaveBeenCalledTimes(1);
});

test('of thousands of requests the latest are drawn, and those before at a press', {
  tags: 'deep',
}, async () => {
  inspected = new Inspected(formOf(many), { sandbox: quietSandbox });
  await inspected.open('requests');
  const requests = Array.from({ length: 2_500 }, (_, place) => ({
    ...request,
    number: place + 1,
    question: `${place + 1}`,
  }));
  const held = requests.map(({ question: id }) => ({ id, question: id, title: 'Question', value: 'yes' }));
  inspected.inspector.show({ application: '9', requests, held });
  await quiet();
  expect(inspected.find('.request.well')).toHaveLength(100);
  expect(inspected.find('.held dt')).toHaveLength(100);
  expect(inspected.find('.request.well').at(-1)?.textContent).toContain('question 2500');
  expect(inspected.find('.before').map((button) => button.textContent)).toEqual([
    'Show 100 of the 2400 requests before',
    'Show 100 of the 2400 answers before',
  ]);
  inspected.one('.before').click();
  await quiet();
  expect(inspected.find('.request.well')).toHaveLength(200);
  expect(inspected.find('.held dt')).toHaveLength(100);
});
