// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createFormPlace } from './form-place.ts';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('what the form says is looked for once a frame, however often the form changes', async () => {
  const form = document.createElement('div');
  const says = document.createElement('span');
  says.textContent = 'a';
  const foot = document.createElement('div');
  foot.className = 'af-progress';
  foot.append(says);
  form.append(foot);
  const told: (string | null)[] = [];
  const stop = createFormPlace(form).watchWords((text) => told.push(text));
  expect(told).toEqual(['a']);
  for (const text of ['b', 'c', 'd']) {
    says.textContent = text;
    await Promise.resolve();
  }
  await frame();
  expect(told).toEqual(['a', 'd']);
  says.textContent = 'e';
  stop();
  await frame();
  expect(told).toEqual(['a', 'd']);
});
