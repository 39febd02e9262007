import { describe, expect, test } from 'vitest';
import { createSandbox, type Faults } from '../sandbox/index.ts';
import { faultPresets, presetOf, withPreset } from './fault-presets.ts';

/** Puts these faults, and returns what the sandbox then says is on. */
async function put(faults: object): Promise<Faults> {
  const sandbox = createSandbox();
  const reply = await sandbox.fetch(
    new Request('http://127.0.0.1/_control/faults', { method: 'PUT', body: JSON.stringify(faults) }),
    { address: '127.0.0.1' },
  );
  expect(reply.status).toBe(200);
  return reply.json();
}

const off = await put({});

describe.each(faultPresets)('$title', (preset) => {
  test('is taken by the sandbox, and read back as what is on', async () => {
    expect(presetOf({ ...(await put(withPreset({ ...off }, preset))) })).toBe(preset);
  });

  test('is ended by Off, and leaves what was set elsewhere', async () => {
    const on = await put({ ...withPreset({ ...off }, preset), closed_jobs: ['4711'] });
    const ended = await put(withPreset({ ...on }, null));
    expect(presetOf({ ...ended })).toBeNull();
    expect(ended.closed_jobs).toEqual(['4711']);
  });
});

test('what was set with the same means elsewhere is told as another fault', () => {
  expect(presetOf({ ...off, delay: 200 })).toBe('other');
});
