import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ClientScene, openClientScene } from './client-scenario.ts';

let scene: ClientScene;

beforeAll(async () => {
  scene = await openClientScene();
});
afterEach(async () => expect(await scene.faults()).toEqual([]));
afterAll(() => scene.close());

test('list_applications.filter[candidate_phone] goes out with its plus as %2B', async () => {
  await scene.client.listApplications({ filter: { candidate_phone: '+447700900999' } });
  expect(scene.sent.at(-1)?.url).toContain('=%2B447700900999');
});
