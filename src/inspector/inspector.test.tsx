// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { asked, formWith, gender, terms } from '../browser/details/details.support.ts';
import { quiet } from '../browser/settle.support.ts';
import { detailId } from '../core/model/details.ts';
import { child, formOf, Inspected, question, quietSandbox } from './inspector.support.tsx';

let inspected: Inspected;

const inspect = (questions: readonly object[], meta: object = {}) => {
  inspected = new Inspected(formOf(questions, meta));
  return inspected;
};

afterEach(() => inspected.end());

describe('the tabs', () => {
  const chosen = () => inspected.one('[role=tab][aria-selected=true]').textContent;
  const press = (key: string) =>
    inspected
      .one('[role=tab][aria-selected=true]')
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  test('go on with the arrow keys, round the end, and to both ends', async () => {
    inspect([question('1', 'boolean')]);
    await inspected.open('tree');
    const visited: (string | null)[] = [];
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home']) {
      press(key);
      await quiet();
      visited.push(chosen());
    }
    expect(visited).toEqual(['Why', 'Tree', 'Check', 'Tree', 'Check', 'Tree']);
    expect(inspected.find('[role=tab][tabindex="0"]')).toHaveLength(1);
  });

  test('the chosen one is kept when the inspector is opened again', async () => {
    inspect([question('1', 'boolean')]);
    await inspected.open('requests');
    inspected.end();
    inspect([question('1', 'boolean')]);
    expect(chosen()).toBe('Requests');
    await inspected.open('tree');
  });
});

describe('why a question is shown or hidden', () => {
  test.each([
    ['boolean', 'equals', 'true', 'is “Yes”'],
    ['boolean', 'not_equals', 'true', 'is not “Yes”'],
    ['short_text', 'contains', 'nurse', 'contains “nurse”'],
    ['short_text', 'not_contains', 'nurse', 'does not contain “nurse”'],
    ['multiple_choice', 'equals', 'Rust', 'includes “Rust”'],
    ['multiple_choice', 'not_equals', 'Rust', 'does not include “Rust”'],
    ['number', 'greater_than', '1,000', 'is more than 1,000'],
    ['number', 'less_thanThan', '2', 'is less than 2'],
    ['date', 'greater_than', '31/08/2027', 'is after 2027-08-31'],
    ['date', 'less_thanThan', '2027-08-31', 'is before 2027-08-31'],
    ['document', 'equals', 'true', 'has a file'],
    ['document', 'not_equals', 'true', 'has no file'],
    ['document', 'equals', 'false', 'has no file'],
  ])('a rule on %s, %s %s, reads “%s”', async (type, operator, value, sentence) => {
    inspect([question('1', type), child('2', '1', operator, value)]);
    await inspected.open('why');
    await inspected.openDetails();
    expect(inspected.why('2')).toContain(`shown when “Question 1” ${sentence}`);
  });

  test.each([
    ['equals', 'is “Rust”'],
    ['not_equals', 'is not “Rust”'],
  ])('of a choice of one, a rule %s reads “%s”', async (operator, sentence) => {
    const choice = question('1', 'multiple_choice', { max_num_required_answer_options: 1 });
    inspect([choice, child('2', '1', operator, 'Rust')]);
    await inspected.open('why');
    await inspected.openDetails();
    expect(inspected.why('2')).toContain(`shown when “Question 1” ${sentence}`);
    await inspected.open('tree');
    expect(inspected.row('2').textContent).toContain(`if the answer ${sentence}`);
  });

  test('the answer that was read stands beside the rule, and follows what is typed', async () => {
    inspect([question('1', 'number'), child('2', '1', 'greater_than', '7')]);
    await inspected.open('why');
    await inspected.openDetails();
    expect(inspected.why('2')).toContain('hidden');
    expect(inspected.why('2')).toContain('not answered · does not hold');
    await inspected.answer('1', { kind: 'number', text: '8' });
    expect(inspected.why('2')).toContain('shown');
    expect(inspected.why('2')).toContain('answer read: 8 · holds');
  });

  test('below a hidden question it says so', async () => {
    inspect([question('1', 'boolean'), child('2', '1', 'equals', 'true'), child('3', '2', 'equals', 'x')]);
    await inspected.open('why');
    await inspected.openDetails();
    expect(inspected.why('3')).toContain('that question is hidden itself');
  });

  test('where a condition cannot be read it says where the fault is told, and there it is', async () => {
    inspect([question('1', 'boolean'), child('2', '1', 'resembles', 'true')]);
    await inspected.open('why');
    expect(inspected.words()).toContain('What to do stands in Check.');
    expect(inspected.find('.sentence').at(-1)?.textContent).toContain(
      'Its condition compares by “resembles”',
    );
    await inspected.open('check');
    expect(inspected.one('.check-finding').textContent).toContain('resembles');
  });

  test('of questions without a fault it does not send one to look for faults', async () => {
    inspect([question('1', 'boolean')]);
    await inspected.open('why');
    expect(inspected.words()).not.toContain('What to do stands in Check.');
  });

  test('the list can be cut down to what is hidden, and to what a text is found in', async () => {
    inspect([question('1', 'boolean'), child('2', '1', 'equals', 'true'), question('30', 'boolean')]);
    await inspected.open('why');
    const names = () => inspected.find('.why .item .name').map((name) => name.textContent);
    inspected.one('input[type=checkbox]').click();
    await quiet();
    expect(names()).toEqual(['Question 2']);
    expect(inspected.words()).toContain('1 of 3 questions');
    inspected.one('input[type=checkbox]').click();
    const search = inspected.one('input[type=search]');
    if (search instanceof HTMLInputElement) search.value = ' question 3';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    await quiet();
    expect(names()).toEqual(['Question 30']);
  });
});

describe('requests', () => {
  test('what would be sent is the very body that the service gets, under the question it answers', async () => {
    inspect([question('1', 'multiple_choice'), question('2', 'short_text')]);
    await inspected.open('requests');
    await inspected.answer('1', { kind: 'choice', options: ['Go'] });
    await inspected.openDetails();
    expect(inspected.words()).toContain('POST /api/v1/answers · question 1');
    expect(inspected.words()).not.toContain('POST /api/v1/answers · question 2');
    expect(inspected.words()).toContain('"text": "Go"');
  });

  test('of a visitor the application comes first, made of what they say of themselves', async () => {
    inspect([question('1', 'short_text')], { details: [{ name: 'email', required: true }] });
    await inspected.open('requests');
    expect(inspected.words()).toContain('Nothing yet');
    await inspected.answer('detail:email', { kind: 'text', text: 'sam@example.com' });
    await inspected.answer('1', { kind: 'text', text: 'x' });
    await inspected.openDetails();
    const posts = inspected.find('.requests summary').map((line) => line.textContent);
    expect(posts).toEqual(['POST /api/v1/applications', 'POST /api/v1/answers · question 1Question 1']);
    expect(inspected.words()).toContain('"email": "sam@example.com"');
    await inspected.open('why');
    expect(inspected.words()).toContain('EmailshownAlways shown.');
  });

  test('has further details as well, and nothing of equality monitoring or consents', async () => {
    const form = formWith({ details: asked('phone'), consent: [terms], equality: [gender] });
    inspected = new Inspected(form);
    form.setAnswer(detailId('phone'), { kind: 'text', text: '020 7946 0018', country: 'GB' });
    form.setAnswer(detailId('equality:gender'), { kind: 'choice', options: ['9'] });
    form.setAnswer(detailId('consent:terms'), { kind: 'choice', options: ['3'] });
    for (const tab of ['tree', 'why', 'delivery', 'check', 'requests']) {
      await inspected.open(tab);
      await inspected.openDetails();
      expect(inspected.words()).not.toMatch(/gender|equality|prefer not|terms/);
    }
    expect(inspected.words()).toContain('"phone_iso2": "GB"');
  });

  const request = {
    number: 1,
    method: 'POST',
    path: '/api/v1/answers',
    question: '107',
    status: 201,
    at: '2026-03-04T10:00:00.000Z',
    milliseconds: 12,
    errors: [],
  };

  test('what went is one line a request, and what the service holds is listed', async () => {
    inspect([question('1', 'short_text')]);
    await inspected.open('requests');
    const held = [{ id: '9', question: '107', title: 'Certificates', value: 'Yes' }];
    inspected.inspector.show({ application: '99', requests: [request], held });
    await quiet();
    expect(inspected.words()).toContain('POST /api/v1/answers · question 107 · 201');
    expect(inspected.words()).toMatch(/\d\d:00:00, 12 ms/);
    expect(inspected.words()).toContain('Certificates 107Yes');
  });

  test.each([
    ['as the sandbox kept it', { text: '{"data":{"id":"7"}}', isWhole: true }, '{ "data": { "id": "7" } }'],
    ['cut, and says so', { text: '{"file":"data:… (9 characters)"}', isWhole: false }, 'are left out'],
    ['no longer kept', null, 'no longer kept'],
  ])('the body of what went is %s', async (_title, body, words) => {
    inspected = new Inspected(formOf([question('1', 'short_text')]), {
      sandbox: { ...quietSandbox, readBody: async () => body },
    });
    await inspected.open('requests');
    inspected.inspector.show({ application: '99', requests: [request], held: [] });
    await quiet();
    await inspected.openDetails();
    expect(inspected.one('.requests details').textContent).toContain(words);
  });

  test('a refusal says what the service said', async () => {
    inspect([question('1', 'short_text')]);
    await inspected.open('requests');
    const errors = [{ code: 'invalid', detail: 'Text is too long' }];
    inspected.inspector.show({ application: '9', requests: [{ ...request, status: 422, errors }], held: [] });
    await quiet();
    expect(inspected.words()).toContain('invalid Text is too long');
  });
});
