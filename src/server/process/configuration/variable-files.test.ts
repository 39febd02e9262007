import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, real, secret } from './configuration.support.ts';
import { readConfiguration } from './configuration.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-variables-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const file = join(folder, crypto.randomUUID());
  await writeFile(file, text);
  return file;
}

test('reads keys, secret, store and configuration from files, without a trailing line break', async () => {
  const adminKey = 'the-key-of-the-operator-of-all-forms';
  const read = readConfiguration({
    APPLY_SERVICE_URL: 'https://service.example',
    APPLY_SERVICE_KEY_FILE: await fileOf('service-key\r\n'),
    APPLY_SECRET_FILE: await fileOf(`${secret},${'t'.repeat(40)}\n`),
    APPLY_ADMIN_KEY_FILE: await fileOf(`${adminKey}\n`),
    APPLY_STORE_FILE: await fileOf('postgres://user:canary@db.example/apply'),
    APPLY_CONFIG_FILE: await fileOf('{\n  "tenants": {"one": {"questionsBy": "posting"}}\n}\n'),
  });
  expect(read).toMatchObject({
    ok: true,
    value: {
      secrets: [secret, 't'.repeat(40)],
      store: 'postgres://user:canary@db.example/apply',
      tenants: [{ name: 'one', serviceKey: 'service-key', adminKey, questionsBy: 'posting' }],
    },
  });
});

describe.each(['APPLY_SERVICE_KEY', 'APPLY_SECRET', 'APPLY_ADMIN_KEY', 'APPLY_STORE', 'APPLY_CONFIG'])(
  'the file of %s',
  (name) => {
    test('together with the variable itself is a fault', async () => {
      const faults = faultsOf({ ...real, [name]: 'canary', [`${name}_FILE`]: await fileOf('canary') });
      expect(faults).toContain(`${name} and ${name}_FILE are both set: remove one.`);
      expect(faults.join()).not.toContain('canary');
    });

    test('is the only fault when it is empty or cannot be read', async () => {
      const faultsWith = (file: string) => faultsOf({ ...real, [name]: undefined, [`${name}_FILE`]: file });
      const unreadable = [`${name}_FILE names a file that cannot be read.`];
      expect(faultsWith(await fileOf('\n'))).toEqual([`${name}_FILE names an empty file.`]);
      expect(faultsWith(join(folder, 'canary'))).toEqual(unreadable);
      expect(faultsWith(folder)).toEqual(unreadable);
    });
  },
);
