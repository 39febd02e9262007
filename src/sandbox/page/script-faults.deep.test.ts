import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { faultPresets, withPreset } from '../../inspector/fault-presets.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import { readFaults } from '../faults/read-faults.ts';
import { scriptFaults } from './script-faults.ts';

interface Box {
  readonly name: string;
}

interface Part {
  readonly usual: readonly Box[];
  isOn(box: Box, now: Faults): boolean;
  switched(box: Box, now: Faults, on: boolean): object;
  otherFaults(now: Faults): readonly string[];
}

/** The script's own text, without a page. */
const part: Part = runInNewContext(
  `const single = (read) => read;${scriptFaults};({ usual, isOn, switched, otherFaults })`,
);

/** As a PUT leaves them. */
function put(body: object): Faults {
  const read = readFaults(body);
  if ('complaint' in read) throw new Error(read.complaint);
  return read.faults;
}

const ticked = (now: Faults) => part.usual.filter((box) => part.isOn(box, now)).map(({ name }) => name);

test.each(part.usual.map((box) => [box.name, box] as const))(
  'the box "%s" ticks for what it sets, for nothing else, and goes off again',
  (name, box) => {
    const now = put(part.switched(box, noFaults, true));
    expect([ticked(now), [...part.otherFaults(now)]]).toEqual([[name], []]);
    expect(put(part.switched(box, now, false))).toEqual(noFaults);
  },
);

const lost = { path: '/api/v1/answers', reply: 'drop' };

test.each([
  [{ disturb: [{ ...lost, commit: 'late', after: 500, probability: 0.5 }] }, 'disturb'],
  [{ disturb: [{ ...lost, method: 'POST', commit: 'now', requests: 1 }] }, 'disturb'],
  [{ status: [{ path: '/api', status: 429, requests: 100 }] }, 'status'],
  [{ delay: 100 }, 'delay'],
  [{ bad_document: 'no_data' }, 'bad_document'],
  [{ no_jobs: true, seed: 7 }, 'no_jobs'],
])('%j is no box of the page: none ticks, and the line of the others names it', (body, other) => {
  const now = put(body);
  expect([ticked(now), [...part.otherFaults(now)]]).toEqual([[], [other]]);
});

test('a box that was met some of its times stays ticked, and switching it off leaves what others set', () => {
  const others = { path: '/api/v1/questions', status: 500, requests: 2 };
  const now = put({ status: [{ path: '/api/v1/answers', status: 500, requests: 2 }, others] });
  expect([ticked(now), [...part.otherFaults(now)]]).toEqual([['Unexpected failure'], ['status']]);
  const box = part.usual.find(({ name }) => name === 'Unexpected failure') ?? { name: '' };
  expect(put(part.switched(box, now, false)).status).toMatchObject([others]);
});

test.each(faultPresets)('what the look inside calls "$title" is the same box here', (preset) => {
  const now = put(withPreset({ ...noFaults }, preset));
  expect([ticked(now), [...part.otherFaults(now)]]).toEqual([[preset.title], []]);
});
