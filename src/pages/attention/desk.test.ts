import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/outcome.ts';
import { createActs } from './acts.ts';
import type { AskServer, Fault } from './ask-server.ts';
import { createDesk } from './desk.ts';
import { IDLE } from './held-key.ts';
import { createFakeServer } from './waiting.support.ts';

async function openDesk(references: readonly string[], instead: Partial<AskServer> = {}) {
  let now = 1_000;
  const server = createFakeServer(references);
  const desk = createDesk({ ask: { ...server.ask, ...instead }, now: () => now });
  const saved: (readonly [name: string, text: string])[] = [];
  const acts = createActs(desk, (name, text) => saved.push([name, text]));
  const met = await desk.open('the key');
  const listed = () => desk.told.value?.list.waiting.map(({ reference }) => reference) ?? null;
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...server, desk, acts, met, saved, listed, wait };
}

const wrongKey: Fault = { kind: 'wrong_key' };
const noAnswer: Fault = { kind: 'no_answer' };

describe('a desk', () => {
  test('is open with the right key, and holds nothing once it is locked', async () => {
    const { desk, listed } = await openDesk(['A', 'B']);
    expect([listed(), desk.locked.value]).toEqual([['A', 'B'], null]);
    desk.lock('asked');
    expect([listed(), desk.key(), desk.locked.value]).toEqual([null, null, { kind: 'asked' }]);
  });

  test('stays locked with a wrong key, which it does not keep', async () => {
    const { desk, met } = await openDesk(['A'], { list: async () => failure(wrongKey) });
    expect([met, desk.key(), desk.told.value]).toEqual([wrongKey, null, null]);
  });

  test.each<[string, (parts: Awaited<ReturnType<typeof openDesk>>) => void]>([
    ['is looked at', ({ desk }) => desk.lockUnused()],
    ['is first used after a sleep', ({ desk }) => desk.touch()],
    ['is looked at after the key was asked for', ({ desk }) => [desk.key(), desk.lockUnused()]],
    ['is used, then looked at', ({ desk }) => [desk.touch(), desk.lockUnused()]],
  ])('left unused for too long locks when it %s', async (_name, use) => {
    const opened = await openDesk(['A']);
    opened.wait(IDLE);
    use(opened);
    expect([opened.listed(), opened.desk.locked.value]).toEqual([null, { kind: 'unused' }]);
  });

  test('control: stays open when it is used in time', async () => {
    const { desk, listed, wait } = await openDesk(['A']);
    wait(IDLE - 1);
    desk.touch();
    wait(IDLE - 1);
    desk.lockUnused();
    expect([listed(), desk.locked.value]).toEqual([['A'], null]);
  });

  test('that is left holds nothing, also when its key was forgotten before', async () => {
    const { desk, listed, wait } = await openDesk(['A']);
    wait(IDLE);
    expect(desk.key()).toBeNull();
    desk.leave();
    expect([listed(), desk.locked.value]).toEqual([null, { kind: 'asked' }]);
  });

  test('that is left while a key is tried is not opened by it', async () => {
    const { desk, listed } = await openDesk(['A']);
    desk.lock('asked');
    const opening = desk.open('the key');
    desk.leave();
    expect([await opening, listed(), desk.key()]).toEqual([null, null, null]);
  });

  test('locks when the server has another key since', async () => {
    const { desk } = await openDesk(['A']);
    Object.assign(desk.ask, { list: async () => failure(wrongKey) });
    await desk.refresh();
    expect(desk.locked.value).toEqual({ kind: 'fault', fault: wrongKey });
  });

  test('keeps what it read while the server does not answer, and says so', async () => {
    const { desk, listed } = await openDesk(['A']);
    Object.assign(desk.ask, { list: async () => failure(noAnswer) });
    await desk.refresh();
    expect([listed(), desk.fault.value]).toEqual([['A'], noAnswer]);
  });

  test('says how many came since it was read last', async () => {
    const { desk, come, listed } = await openDesk(['A']);
    come('B');
    come('C');
    await desk.refresh();
    expect([listed(), desk.said.value.words]).toEqual([
      ['A', 'B', 'C'],
      '2 more submissions need attention.',
    ]);
  });

  test('shows nothing of a list that was asked for before it was locked', async () => {
    const { desk, listed } = await openDesk(['A']);
    const reading = desk.refresh();
    desk.lock('asked');
    await reading;
    expect(listed()).toBeNull();
  });

  test('what was said goes after a while', async () => {
    const { desk, wait } = await openDesk(['A']);
    desk.say('Done.');
    desk.unsay();
    expect(desk.said.value.words).toBe('Done.');
    wait(60_000);
    desk.unsay();
    expect(desk.said.value.words).toBe('');
  });
});

describe('an act', () => {
  test('that fails is reported at its submission, until it is tried again', async () => {
    const { acts, listed, desk } = await openDesk(['A'], {
      act: async () => failure({ kind: 'refused', detail: 'There is nothing to do.' }),
    });
    await acts.act('A', 'give_up');
    expect(acts.faults.value.get('A')).toBe('There is nothing to do.');
    expect([listed(), desk.said.value.words]).toEqual([['A'], 'A: There is nothing to do.']);
  });

  test('is done once, however often its button is pressed meanwhile', async () => {
    const { acts, asked } = await openDesk(['A']);
    await Promise.all([acts.act('A', 'retry'), acts.act('A', 'retry')]);
    expect(asked).toEqual(['retry A']);
  });

  test.each<[string, (acts: Awaited<ReturnType<typeof openDesk>>['acts']) => Promise<void>]>([
    ['a retry', (acts) => acts.act('A', 'retry')],
    ['an export', (acts) => acts.exportOne('A')],
    ['a lesson', (acts) => acts.tell({ action: 'agree', job: 'A', field: 'phone' })],
  ])('says and saves nothing of %s once the desk is locked', async (_name, begin) => {
    const { desk, acts, saved } = await openDesk(['A']);
    const acting = begin(acts);
    desk.lock('asked');
    await acting;
    expect([desk.said.value.words, acts.busy.value.size, saved]).toEqual(['', 0, []]);
  });

  test('leaves no fault and no word of it behind when the desk is locked', async () => {
    const { desk, acts } = await openDesk(['A'], {
      act: async () => failure({ kind: 'refused', detail: 'There is nothing to do.' }),
    });
    await acts.act('A', 'retry');
    expect(acts.faults.value.size).toBe(1);
    desk.lock('asked');
    await desk.open('the key');
    expect([acts.faults.value.size, desk.said.value.words]).toEqual([0, '']);
  });

  test('without a key asks nothing', async () => {
    const { desk, acts, asked } = await openDesk(['A']);
    desk.lock('asked');
    await acts.act('A', 'retry');
    await acts.retryAll(['A']);
    expect(asked).toEqual([]);
  });
});

describe('a round', () => {
  test('goes on after one that had nothing to send', async () => {
    const { desk, acts } = await openDesk(['A', 'B']);
    const { act } = desk.ask;
    Object.assign(desk.ask, {
      act: async (key: string, reference: string, action: 'retry') =>
        reference === 'A' ? failure({ kind: 'refused', detail: 'None.' }) : act(key, reference, action),
    });
    await acts.retryAll(['A', 'B']);
    expect(desk.said.value.words).toBe('1 of 2 are on their way again. 1 had nothing to send.');
  });

  test('ends where each would fail, and says how many were not tried', async () => {
    const { desk, acts } = await openDesk(['A', 'B', 'C'], { act: async () => failure(noAnswer) });
    await acts.retryAll(['A', 'B', 'C']);
    expect(desk.said.value.words).toMatch(/^0 of 3 .* does not answer\. .* 3 were not tried\.$/);
  });

  test('ends when the operator stops it', async () => {
    const { acts, asked } = await openDesk(['A', 'B', 'C']);
    const round = acts.retryAll(['A', 'B', 'C']);
    acts.stop();
    await round;
    expect(asked).toEqual(['retry A']);
  });

  test('ends when the desk is locked', async () => {
    const { desk, acts, asked } = await openDesk(['A', 'B', 'C']);
    const round = acts.retryAll(['A', 'B', 'C']);
    desk.lock('asked');
    await round;
    expect(asked).toEqual(['retry A']);
  });
});
