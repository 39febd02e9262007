import { expect, test } from 'vitest';
import { answer, createScene, firstSubmission, pass, send, states, submission } from './ledger-scene.ts';

const HOUR = 3_600_000;

function started(...given: Parameters<typeof createScene>) {
  const scene = createScene(...given);
  scene.ledger.start();
  return scene;
}

test('every answer arrives once, after one look at what is there, and once all is counted', async () => {
  const scene = started();
  await send(scene, submission([answer('1'), answer('2<1'), answer('3')]));
  expect(await states(scene)).toEqual(['1 delivered', '2 delivered', '3 delivered']);
  await pass(scene, HOUR);
  expect(scene.service.asked).toEqual(['read', '1', '2', '3', 'read']);
  expect(scene.counted.filter((one) => one.startsWith('audited'))).toEqual(['audited 0 0']);
});

test('an application is made before its answers go, and needs no look before', async () => {
  const scene = started();
  await send(scene, firstSubmission([answer('1')]), HOUR);
  expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
  expect(scene.service.asked).toEqual(['application', '1', 'read']);
});

test('who waits is told as soon as all is delivered', async () => {
  const scene = started();
  const accepted = scene.ledger.accept(submission([answer('1')]), 8_000);
  await pass(scene, 100);
  const { value } = { value: null, ...(await accepted) };
  expect(value?.state).toBe('complete');
});
