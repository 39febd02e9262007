import { describe, expect, test } from 'vitest';
import { answerBody, ask, ids, list, post } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

async function answered() {
  const sandbox = createSandbox();
  const application = sandbox.applyTo('engineer');
  await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));
  await post(sandbox, answerBody({ question: '110', application, options: ['Fully remote'] }));
  const read = (query = '') => ask(sandbox, `/api/v1/applications/${application}${query}`);
  return { sandbox, application, read };
}

describe('one application', () => {
  test('knows its job, and every relationship that was not asked for carries only meta', async () => {
    const { read, application } = await answered();
    const { body } = await read();
    expect(at(body, 'data', 'id')).toBe(application);
    expect(at(body, 'data', 'attributes', 'job_id')).toBe(4711);
    const relationships = Object.values(Object(at(body, 'data', 'relationships')));
    expect(relationships).toHaveLength(18);
    expect(
      relationships.every((each) => at(each, 'meta', 'included') === false && at(each, 'data') === undefined),
    ).toBe(true);
    expect(at(body, 'included')).toBeUndefined();
  });

  test('with its answers: in the order in which they came, their question not loaded', async () => {
    const { read } = await answered();
    const { body } = await read('?include=answers');
    expect(ids(at(body, 'data', 'relationships', 'answers', 'data'))).toEqual(ids(at(body, 'included')));
    const included = list(at(body, 'included'));
    expect(included.map((answer) => at(answer, 'attributes', 'title'))).toEqual([
      'What are you working on at the moment?',
      'How would you like to work?',
    ]);
    expect(included.map((answer) => at(answer, 'relationships', 'question'))).toEqual([
      { meta: { included: false } },
      { meta: { included: false } },
    ]);
  });

  test('with the question of each answer', async () => {
    const { read } = await answered();
    const { body } = await read('?include=answers.question');
    const answers = list(at(body, 'included')).filter((each) => at(each, 'type') === 'answers');
    const questions = list(at(body, 'included')).filter((each) => at(each, 'type') === 'questions');
    expect(answers.map((each) => at(each, 'relationships', 'question', 'data', 'id'))).toEqual([
      '101',
      '110',
    ]);
    expect(ids(questions)).toEqual(['101', '110']);
  });

  test('without an answer yet has an empty list', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    const { body } = await ask(sandbox, `/api/v1/applications/${application}?include=answers`);
    expect(at(body, 'data', 'relationships', 'answers')).toEqual({ data: [] });
    expect(at(body, 'included')).toEqual([]);
  });

  test.each(['include=questions', 'fields=x', 'locale=fr-FR'])('%s is a bad request', async (query) => {
    const { read } = await answered();
    expect((await read(`?${query}`)).status).toBe(400);
  });
});

test('answers to one question twice name that question once', async () => {
  const { sandbox, application, read } = await answered();
  await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'y' } }));
  const { body } = await read('?include=answers.question');
  const all = list(at(body, 'included')).map(
    (each) => `${String(at(each, 'type'))} ${String(at(each, 'id'))}`,
  );
  expect(new Set(all).size).toBe(all.length);
});
